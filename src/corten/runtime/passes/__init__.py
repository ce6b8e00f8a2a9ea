"""Passes over typed trees: each returns a program that computes the same bits, or says something about the program.

    source --language--> tree --lane_safety--> checked tree
                          |
                          +--> llvm: written as it is; jumps and all
                          |
                          +--> lanes: folding -> lowering -> splitting -> divergence -> llvm.lanes
                          |           constants   no jumps    one name     uniform or
                          |           are gone    but `if`    a value      varying
                          |
                          +--> wgsl:  folding of sizes -> merging or sharing of functions -> lowering -> text

`dataflow` tells the others which fields a function reads and writes, and which names are live.
"""
