#include <yyjson.h>

#include "bare.h"

BARE_MAIN
if (BARE_IS("decode")) {
    BARE_SERVE({
        yyjson_read_err error;
        yyjson_doc *document = yyjson_read_opts(bare_data, bare_size, YYJSON_READ_NOFLAG, NULL, &error);
        BARE_USE(document);
        yyjson_doc_free(document);
    });
}
if (BARE_IS("encode")) {
    yyjson_mut_doc *tree = yyjson_doc_mut_copy(yyjson_read(bare_data, bare_size, YYJSON_READ_NOFLAG), NULL);
    BARE_SERVE({
        size_t size;
        yyjson_write_err error;
        char *text = yyjson_mut_write_opts(tree, YYJSON_WRITE_NOFLAG, NULL, &size, &error);
        BARE_USE(text);
        free(text);
    });
}
BARE_END
