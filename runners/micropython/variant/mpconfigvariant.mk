# What Debian's sources leave out: Berkeley DB, a library for TLS, and the modules of micropython-lib that are frozen.
MICROPY_PY_BTREE = 0
MICROPY_PY_SSL = 0
FROZEN_MANIFEST =

# Ports with growing heaps compile gc.c with fewer warnings than this one.
CFLAGS_EXTRA += -Wno-pointer-arith
