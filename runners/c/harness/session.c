#include "session.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base64.h"
#include "describe.h"
#include "job.h"
#include "json_text.h"
#include "parse.h"

/* An answer without members of its own, besides the message that tells why it is not `ok`. */
static void answer_with(struct text *answer, const char *kind, const char *message) {
    text_format(answer, "{\"answer\":\"%s\"", kind);
    if (message) {
        text_add(answer, ",\"message\":");
        text_add_json(answer, message, strlen(message));
    }
    text_add(answer, "}");
}

static void answer_failure(struct text *answer, const struct failure *failure) {
    answer_with(answer, failure->by_nature ? "unsupported" : "failed", failure->message);
}

/* The text of a string member, or NULL where it is missing, no string, or has a NUL inside. */
static const char *member_text(const struct value *request, const char *name) {
    const struct value *member = value_member(request, name);
    if (!member || member->kind != VALUE_STRING || strlen(member->string.data) != member->string.length) return NULL;
    return member->string.data;
}

static struct payload **find_payload(struct session *session, const char *name) {
    struct payload **payload = &session->payloads;
    while (*payload && strcmp((*payload)->name, name) != 0) payload = &(*payload)->next;
    return payload;
}

static void drop(struct session *session, const char *name) {
    struct payload **slot = find_payload(session, name), *payload = *slot;
    if (!payload) return;
    *slot = payload->next;
    payload_free(payload);
}

static void answer_load(struct session *session, const struct value *request, struct text *answer) {
    struct failure failure = {0};
    const char *name = member_text(request, "payload");
    if (!name) return answer_with(answer, "bad-request", "a request to load needs the name of a payload");
    struct payload *payload = payload_create(name, value_member(request, "documents"), &failure);
    if (!payload) return answer_with(answer, "bad-request", failure.message);
    drop(session, name);
    payload->next = session->payloads;
    session->payloads = payload;
    answer_with(answer, "ok", NULL);
}

static void answer_drop(struct session *session, const struct value *request, struct text *answer) {
    const char *name = member_text(request, "payload");
    if (!name || !*find_payload(session, name)) return answer_with(answer, "bad-request", "there is no such payload");
    drop(session, name);
    answer_with(answer, "ok", NULL);
}

/* Find out what to run. Return NULL, or the kind of answer that says why not, with the message in the batch. */
static const char *plan(struct session *session, const struct value *request, struct job *job) {
    const char *label = member_text(request, "codec"), *operation = member_text(request, "operation");
    const char *name = member_text(request, "payload");
    struct payload *payload = name ? *find_payload(session, name) : NULL;
    if (!label || !operation || !name) {
        fail(&job->batch.failure, "the request needs the texts codec, operation and payload");
        return "bad-request";
    }
    if (!payload) {
        fail(&job->batch.failure, "there is no payload %.100s", name);
        return "bad-request";
    }
    return job_plan(label, operation, payload, job);
}

static void write_bytes(const struct batch *batch, struct text *answer) {
    text_add(answer, "{\"answer\":\"ok\",\"bytes\":[");
    for (size_t i = 0; i < batch->count; i++) {
        text_add(answer, i ? ",\"" : "\"");
        base64_encode(answer, batch->recordings[i].bytes.data, batch->recordings[i].bytes.length);
        text_add(answer, "\"");
    }
    text_add(answer, "]}");
}

static void write_values(const struct batch *batch, struct text *answer) {
    for (size_t i = 0; i < batch->count; i++) {
        struct text value = {0};
        events_write(&batch->recordings[i].events, &value);
        text_add(answer, i ? "," : "");
        text_add_json(answer, value.data, value.length);
        text_free(&value);
    }
}

static void write_hashes(const struct batch *batch, bool with_values, struct text *answer) {
    text_add(answer, "{\"answer\":\"ok\",\"hashes\":[");
    for (size_t i = 0; i < batch->count; i++) {
        text_format(answer, "%s\"%016" PRIx64 "\"", i ? "," : "", events_hash(&batch->recordings[i].events));
    }
    text_add(answer, "]");
    if (with_values) {
        text_add(answer, ",\"values\":[");
        write_values(batch, answer);
        text_add(answer, "]");
    }
    text_add(answer, "}");
}

/* Run the job. A document that nests too deep may have been given up by the codec, in words of its own. */
static bool run_check(struct job *job) {
    struct batch *batch = &job->batch;
    bool done = job->run(batch);
    for (size_t i = 0; i < batch->count && !job->gives_bytes; i++) {
        const struct events *events = &batch->recordings[i].events;
        if (events->too_deep) {
            return fail(&batch->failure, "document %zu is nested deeper than %d", i, DEEPEST_CHECKED);
        }
        if (done && !events_complete(events)) return fail(&batch->failure, "document %zu was not read to its end", i);
    }
    return done;
}

static void answer_check(struct session *session, const struct value *request, struct text *answer) {
    struct job job = {0};
    const char *refusal = plan(session, request, &job);
    if (refusal) return answer_with(answer, refusal, job.batch.failure.message);
    struct batch *batch = &job.batch;
    batch->iterations = 1;
    batch->recordings = allocate(batch->count * sizeof *batch->recordings);
    memset(batch->recordings, 0, batch->count * sizeof *batch->recordings);
    const struct value *with_values = value_member(request, "values");
    if (!run_check(&job)) {
        answer_failure(answer, &batch->failure);
    } else if (job.gives_bytes) {
        write_bytes(batch, answer);
    } else {
        write_hashes(batch, with_values && with_values->kind == VALUE_BOOL && with_values->boolean, answer);
    }
    for (size_t i = 0; i < batch->count; i++) {
        text_free(&batch->recordings[i].bytes);
        events_free(&batch->recordings[i].events);
    }
    free(batch->recordings);
}

static bool count_passes(struct job *job, uint64_t passes, struct allocations *allocations) {
    job->batch.iterations = passes;
    job->batch.allocations = allocations;
    bool done = job->run(&job->batch);
    allocations_end();
    return done;
}

/* Count what a pass allocates, once for each operation on each payload: counting takes as long as timing does. The
   first pass of all may allocate what later ones use again. */
static bool count_allocations(struct job *job, struct allocations *allocations) {
    struct payload *payload = job->payload;
    for (const struct counted *counted = payload->counted; counted; counted = counted->next) {
        if (counted->run != job->run) continue;
        *allocations = counted->allocations;
        return true;
    }
    struct allocations first = {0};
    if (!count_passes(job, 1, &first) || !count_passes(job, 2, allocations)) return false;
    allocations->bytes -= first.bytes;
    allocations->objects -= first.objects;
    struct counted *counted = arena_allocate(&payload->arena, sizeof *counted);
    *counted = (struct counted){job->run, *allocations, payload->counted};
    payload->counted = counted;
    return true;
}

/* What all iterations allocated, no more than the protocol's integers hold. */
static uint64_t times_all(uint64_t of_one, int64_t iterations) {
    uint64_t product;
    return __builtin_mul_overflow(of_one, (uint64_t)iterations, &product) || product > INT64_MAX ? INT64_MAX : product;
}

static void answer_time(struct session *session, const struct value *request, struct text *answer) {
    struct job job = {0};
    const struct value *iterations = value_member(request, "iterations");
    if (!iterations || iterations->kind != VALUE_INT || iterations->integer < 1) {
        return answer_with(answer, "bad-request", "iterations must be an integer of at least 1");
    }
    const struct value *untimed = value_member(request, "untimed");
    if (untimed && (untimed->kind != VALUE_INT || untimed->integer < 0)) {
        return answer_with(answer, "bad-request", "untimed must be an integer of at least 0");
    }
    const char *refusal = plan(session, request, &job);
    if (refusal) return answer_with(answer, refusal, job.batch.failure.message);
    job.batch.iterations = untimed ? (uint64_t)untimed->integer : 0;
    if (job.batch.iterations && !job.run(&job.batch)) return answer_failure(answer, &job.batch.failure);
    job.batch.iterations = (uint64_t)iterations->integer;
    if (!job.run(&job.batch)) return answer_failure(answer, &job.batch.failure);
    struct times elapsed = job.batch.elapsed;
    struct allocations allocations = {0};
    if (!count_allocations(&job, &allocations)) return answer_failure(answer, &job.batch.failure);
    text_add(answer, "{\"answer\":\"ok\"");
    clocks_answer(answer, elapsed);
    if (allocations_known()) {
        text_format(answer, ",\"allocated_bytes\":%" PRIu64, times_all(allocations.bytes, iterations->integer));
        text_format(answer, ",\"allocated_objects\":%" PRIu64, times_all(allocations.objects, iterations->integer));
        text_format(answer, ",\"peak_bytes\":%" PRIu64, allocations.peak);
    }
    text_add(answer, "}");
}

static void dispatch(struct session *session, const struct value *request, struct text *answer) {
    const char *kind = member_text(request, "request");
    if (!kind) {
        answer_with(answer, "bad-request", "the line is no map with a text named request");
    } else if (strcmp(kind, "describe") == 0) {
        describe(answer);
    } else if (strcmp(kind, "load") == 0) {
        answer_load(session, request, answer);
    } else if (strcmp(kind, "check") == 0) {
        answer_check(session, request, answer);
    } else if (strcmp(kind, "time") == 0) {
        answer_time(session, request, answer);
    } else if (strcmp(kind, "drop") == 0) {
        answer_drop(session, request, answer);
    } else if (strcmp(kind, "quit") == 0) {
        session->ended = true;
        answer_with(answer, "ok", NULL);
    } else {
        answer_with(answer, "bad-request", "there is no such request");
    }
}

void session_answer(struct session *session, const char *line, size_t length, struct text *answer) {
    struct arena arena = {0};
    struct value request;
    struct failure failure = {0};
    if (parse_value(line, length, &arena, &request, &failure)) {
        dispatch(session, &request, answer);
    } else {
        answer_with(answer, "bad-request", failure.message);
    }
    arena_free(&arena);
}

void session_end(struct session *session) {
    while (session->payloads) drop(session, session->payloads->name);
}
