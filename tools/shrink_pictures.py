"""Let the pictures of the manual take half the space: PNG files in docs/images with 256 colours, which nobody sees.

Run it after the tools that draw (Pillow comes with the extra `viewer`); files that have a palette are left as they are.
"""

from pathlib import Path

from PIL import Image

PICTURES = Path(__file__).parent.parent / "docs" / "images"


def main() -> None:
    """Shrink all pictures, and say by how much."""
    before = after = 0
    for file in sorted(PICTURES.rglob("*.png")):
        before += file.stat().st_size
        with Image.open(file) as picture:
            colours = picture.convert("RGB").quantize(256, dither=Image.Dither.NONE) if picture.mode != "P" else None
        if colours is not None:
            colours.save(file, optimize=True)
        after += file.stat().st_size
    print(f"{before / 1e6:.2f} MB -> {after / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
