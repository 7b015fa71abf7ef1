#include <mpack.h>

#include "bare.h"

BARE_MAIN
if (BARE_IS("decode")) {
    BARE_SERVE({
        mpack_tree_t tree;
        mpack_tree_init_data(&tree, bare_data, bare_size);
        mpack_tree_parse(&tree);
        BARE_USE(tree);
        mpack_tree_destroy(&tree);
    });
}
BARE_END
