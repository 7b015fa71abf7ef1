#include "request.h"

#include <string.h>

#include "json.h"
#include "line.h"
#include "value_text.h"

static int next_in_line(void *source) {
    (void)source;
    return line_next();
}

static void read_text(struct json *json, char *text, size_t size) {
    if (json_peek(json) != '"') {
        json_skip(json);
    } else if (!json_read_text(json, text, size)) {
        *text = '\0';
    }
}

static int64_t read_count(struct json *json) {
    char digits[24];
    struct value value;
    int first = json_peek(json);
    if (first < '0' || first > '9') {
        json_skip(json);
        return -1;
    }
    bool whole = json_read_number(json, digits, sizeof digits) && strspn(digits, "0123456789") == strlen(digits);
    return whole && value_text_integer(digits, &value) && value.kind == VALUE_INT ? value.integer : -1;
}

static bool read_flag(struct json *json) {
    if (json_peek(json) == 't') return json_read_word(json) == 't';
    json_skip(json);
    return false;
}

static void read_member(struct json *json, struct request *request) {
    char name[16];
    bool known = json_read_text(json, name, sizeof name);
    json_expect(json, ':');
    if (!known) *name = '\0';
    if (strcmp(name, "request") == 0) {
        read_text(json, request->kind, sizeof request->kind);
    } else if (strcmp(name, "codec") == 0) {
        read_text(json, request->codec, sizeof request->codec);
    } else if (strcmp(name, "operation") == 0) {
        read_text(json, request->operation, sizeof request->operation);
    } else if (strcmp(name, "payload") == 0) {
        read_text(json, request->payload, sizeof request->payload);
    } else if (strcmp(name, "iterations") == 0) {
        request->iterations = read_count(json);
    } else if (strcmp(name, "untimed") == 0) {
        request->untimed = read_count(json);
    } else if (strcmp(name, "values") == 0) {
        request->values = read_flag(json);
    } else if (strcmp(name, "documents") == 0) {
        request->has_documents = true;
        request->documents = payload_read(json);
    } else {
        json_skip(json);
    }
}

void request_read(struct request *request) {
    struct json json = json_of(next_in_line, NULL);
    *request = (struct request){.iterations = -1};
    if (json_expect(&json, '{') && !json_accept(&json, '}')) {
        do {
            read_member(&json, request);
        } while (json_accept(&json, ','));
        json_expect(&json, '}');
    }
    if (json_peek(&json) != JSON_END || json.broken) request->problem = "the line is no JSON object";
}
