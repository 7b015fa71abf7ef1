#include <cjson/cJSON.h>

#include "bare.h"

BARE_MAIN
if (BARE_IS("decode")) {
    BARE_SERVE({
        cJSON *tree = cJSON_ParseWithLength(bare_data, bare_size);
        BARE_USE(tree);
        cJSON_Delete(tree);
    });
}
if (BARE_IS("encode")) {
    cJSON *tree = cJSON_ParseWithLength(bare_data, bare_size);
    BARE_SERVE({
        char *text = cJSON_PrintUnformatted(tree);
        BARE_USE(text);
        cJSON_free(text);
    });
}
BARE_END
