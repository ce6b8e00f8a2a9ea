# Sourced by ./run and ./test: prepares the virtual environment .venv in the checkout, once.

# Print a Python from 3.11 to 3.14 that can make virtual environments.
find_python() {
    local candidate
    for candidate in ${CORTEN_PYTHON:-python3 python3.14 python3.13 python3.12 python3.11 python}; do
        if "$candidate" -c 'import sys, venv, ensurepip; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 14))' \
            >/dev/null 2>&1; then
            echo "$candidate"
            return
        fi
    done
    echo "corten needs Python 3.11 to 3.14 with its venv module; none was found." >&2
    echo "Install one (on Debian and Ubuntu: apt install python3 python3-venv) or name it in CORTEN_PYTHON." >&2
    return 1
}

# Print where the environment has its Python; Windows has a folder of its own for it.
venv_python() {
    if [ -d .venv/Scripts ]; then echo .venv/Scripts/python.exe; else echo .venv/bin/python; fi
}

# prepare_environment jit | dev: install corten and an extra into .venv, unless that was done with these very settings.
prepare_environment() {
    local extra=$1 settings python
    settings="$PWD $(cksum <pyproject.toml)"
    if [ "$(cat ".venv/installed-$extra" 2>/dev/null)" = "$settings" ]; then
        return
    fi
    if ! [ -x "$(venv_python)" ]; then
        python=$(find_python)
        echo "preparing .venv with $("$python" --version) ..." >&2
        "$python" -m venv .venv
    else
        echo "bringing .venv up to date ..." >&2
    fi
    # of what pip says, what it downloads and how large that is; errors come through as they are
    "$(venv_python)" -m pip install --disable-pip-version-check --progress-bar off --editable ".${extra:+[$extra]}" |
        sed -un -e 's/^ *Downloading \([^ ]*\) \(.*\)/    downloading \1 \2/p' \
            -e 's/^ *Using cached \([^ ]*\) \(.*\)/    found \1 \2/p' \
            -e 's/^Installing collected packages: .*/    installing .../p' >&2
    echo "ready after $SECONDS s" >&2
    echo "$settings" >".venv/installed-$extra"
}
