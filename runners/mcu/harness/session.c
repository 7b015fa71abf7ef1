#include "session.h"

#include <string.h>

#include "attempt.h"
#include "board.h"
#include "describe.h"
#include "job.h"
#include "json_text.h"
#include "line.h"
#include "request.h"

static struct text answer;

static void answer_with(const char *kind, const char *message) {
    text_add(&answer, "{\"answer\":\"");
    text_add(&answer, kind);
    text_add(&answer, "\"");
    if (message) {
        text_add(&answer, ",\"message\":");
        text_add_json(&answer, message, strlen(message));
    }
    text_add(&answer, "}");
}

static void add_number(const char *name, uint64_t number) {
    text_add(&answer, ",\"");
    text_add(&answer, name);
    text_add(&answer, "\":");
    text_add_natural(&answer, number);
}

static void answer_too_large(const char *message, uint32_t needed, size_t limit) {
    text_add(&answer, "{\"answer\":\"too-large\",\"message\":");
    text_add_json(&answer, message, strlen(message));
    add_number("bytes", needed);
    add_number("limit", limit);
    text_add(&answer, "}");
}

static size_t size_of(struct span span) { return (size_t)(span.end - span.begin); }

static void answer_load(const struct request *request) {
    const struct reading *reading = &request->documents;
    if (!*request->payload) return answer_with("bad-request", "a payload needs a name, of at most 95 bytes");
    if (!request->has_documents) return answer_with("bad-request", "a request to load needs documents");
    if (reading->problem) return answer_with("bad-request", reading->problem);
    if (reading->needed || !payload_keep(reading->payload, request->payload)) {
        uint32_t needed =
            reading->needed ? reading->needed : (uint32_t)(reading->payload->size + sizeof request->payload);
        return answer_too_large("the payload does not fit the memory for payloads", needed, size_of(board_payloads()));
    }
    answer_with("ok", NULL);
}

static void answer_drop(const struct request *request) {
    struct payload *payload = payload_find(request->payload);
    if (!payload) return answer_with("bad-request", "there is no such payload");
    payload_drop(payload);
    answer_with("ok", NULL);
}

/* An operation that may end before its time. */
struct work {
    const struct request *request;
    struct job job;
    const char *refusal; /* the kind of answer that says why it was not tried, or NULL */
    bool done;
};

static void plan(void *context) {
    struct work *work = context;
    const struct request *request = work->request;
    struct payload *payload = payload_find(request->payload);
    struct failure *failure = &work->job.batch.failure;
    work->refusal = "bad-request";
    if (!*request->codec || !*request->operation || !*request->payload) {
        fail(failure, "the request needs the texts codec, operation and payload");
    } else if (!payload) {
        fail(failure, "there is no payload %.40s", request->payload);
    } else {
        work->refusal = job_plan(request->codec, request->operation, payload, &work->job);
    }
}

static void run(void *context) {
    struct work *work = context;
    work->done = work->job.run(&work->job.batch);
}

/* Do a step; where it did not succeed, answer so, and return false. */
static bool step(void (*function)(void *), struct work *work) {
    work->refusal = NULL;
    work->done = true;
    struct attempt result = attempt(function, work);
    switch (result.end) {
        case ATTEMPT_RETURNED: break;
        case ATTEMPT_PAYLOADS:
            answer_too_large("what is prepared does not fit beside the payloads", result.needed,
                             size_of(board_payloads()));
            return false;
        case ATTEMPT_HEAP:
            answer_too_large("the heap is exhausted", result.needed, size_of(board_heap()));
            return false;
        case ATTEMPT_STACK:
            answer_too_large("the stack is exhausted", result.needed, size_of(board_stack()));
            return false;
        case ATTEMPT_NESTING:
            answer_too_large("it nests deeper than checks can follow", result.needed, events_limit());
            return false;
        case ATTEMPT_ABORTED: answer_with("failed", "the library called abort()"); return false;
        case ATTEMPT_FAULT: answer_with("failed", "the processor faulted"); return false;
    }
    const struct failure *failure = &work->job.batch.failure;
    if (work->refusal) {
        answer_with(work->refusal, failure->message);
    } else if (!work->done) {
        answer_with(failure->by_nature ? "unsupported" : "failed", failure->message);
    }
    return !work->refusal && work->done;
}

/* Run the operation once on each document, from the state in which the program started, and find out whether heap and
   stack suffice. */
static bool rehearse(struct work *work) {
    board_refresh();
    board_watch_stack(true);
    allocations_begin();
    work->job.batch.iterations = 1;
    bool done = step(run, work);
    allocations_end();
    board_watch_stack(false);
    return done;
}

static void record(struct work *work, struct recording *recording, const char *member) {
    text_add(&answer, member);
    text_add(&answer, "[");
    board_refresh();
    if (attempt(run, work).end == ATTEMPT_RETURNED && !work->job.gives_bytes) record_end(recording);
    text_add(&answer, "]");
}

static void answer_check(const struct request *request) {
    struct work work = {.request = request};
    struct recording recording = {.what = RECORD_NOTHING};
    if (!step(plan, &work)) return;
    work.job.batch.recordings = &recording;
    if (!rehearse(&work)) return;
    if (work.job.gives_bytes) {
        text_add(&answer, "{\"answer\":\"ok\"");
        recording.what = RECORD_BYTES;
        record(&work, &recording, ",\"bytes\":");
    } else {
        record_end(&recording);
        if (recording.incomplete) return answer_with("failed", "a document was not read to its end");
        text_add(&answer, "{\"answer\":\"ok\"");
        recording.what = RECORD_HASHES;
        record(&work, &recording, ",\"hashes\":");
        recording.what = RECORD_VALUES;
        if (request->values) record(&work, &recording, ",\"values\":");
    }
    text_add(&answer, "}");
}

/* What all iterations took, no more than the protocol's integers hold. */
static uint64_t times_all(uint64_t of_one, int64_t iterations) {
    uint64_t product;
    return __builtin_mul_overflow(of_one, (uint64_t)iterations, &product) || product > INT64_MAX ? INT64_MAX : product;
}

static void add_elapsed(uint64_t count) {
    if (board_counter.emulated) return add_number("count", count);
    uint64_t seconds = count / board_counter.hertz, rest = count % board_counter.hertz;
    add_number("wall_ns", seconds * 1000000000 + rest * 1000000000 / board_counter.hertz);
    text_add(&answer, ",\"cpu_ns\":null");
}

/* What reading the counter twice takes, which is no part of an operation. */
static uint64_t clocks_cost(void) {
    struct times start = clocks_start();
    return clocks_since(start).count;
}

static void answer_time(const struct request *request) {
    struct work work = {.request = request};
    struct batch *batch = &work.job.batch;
    struct allocations allocations = {0};
    if (request->iterations < 1) return answer_with("bad-request", "iterations must be an integer of at least 1");
    if (request->untimed < 0) return answer_with("bad-request", "untimed must be an integer of at least 0");
    if (!step(plan, &work)) return;
    /* The first pass of all may allocate what later ones use again. */
    if (!rehearse(&work)) return;
    batch->allocations = &allocations;
    if (!step(run, &work)) return;
    batch->allocations = NULL;
    batch->iterations = (uint64_t)request->untimed;
    if (batch->iterations && !step(run, &work)) return;
    batch->iterations = (uint64_t)request->iterations;
    if (!step(run, &work)) return;
    text_add(&answer, "{\"answer\":\"ok\"");
    uint64_t ours = times_all(allocations.hooks, request->iterations) + clocks_cost(), count = batch->elapsed.count;
    add_elapsed(count > ours ? count - ours : 0);
    if (allocations.known) {
        add_number("allocated_bytes", times_all(allocations.bytes, request->iterations));
        add_number("allocated_objects", times_all(allocations.objects, request->iterations));
        add_number("peak_bytes", allocations.peak);
    }
    if (board_stack().begin) add_number("stack_bytes", allocations.stack);
    text_add(&answer, "}");
}

/* Answer the request; false once told to quit. */
static bool dispatch(const struct request *request) {
    const char *kind = request->kind;
    if (request->problem) {
        answer_with("bad-request", request->problem);
    } else if (strcmp(kind, "describe") == 0) {
        describe(&answer);
    } else if (strcmp(kind, "load") == 0) {
        answer_load(request);
    } else if (strcmp(kind, "check") == 0) {
        answer_check(request);
    } else if (strcmp(kind, "time") == 0) {
        answer_time(request);
    } else if (strcmp(kind, "drop") == 0) {
        answer_drop(request);
    } else if (strcmp(kind, "quit") == 0) {
        answer_with("ok", NULL);
        return false;
    } else {
        answer_with("bad-request", *kind ? "there is no such request" : "the line has no text named request");
    }
    return true;
}

void session_run(void) {
    struct request request;
    bool goes_on = true;
    payloads_start();
    while (goes_on && line_begin()) {
        board_refresh();
        request_read(&request);
        line_finish();
        goes_on = dispatch(&request);
        line_send();
    }
}
