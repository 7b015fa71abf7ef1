package harness;

import java.util.Map;

/** Reading members of requests. */
final class Request {
    private Request() {}

    /**
     * Returns a member of a JSON object.
     *
     * @throws Refusal it is no object, or lacks the member, or that is of another type
     */
    static <T> T member(Object object, String name, Class<T> type) throws Refusal {
        if (!(object instanceof Map<?, ?> members)) {
            throw Refusal.badRequest("not an object");
        }
        if (!type.isInstance(members.get(name))) {
            throw Refusal.badRequest("the member '" + name + "' is absent, or not of the type " + type.getSimpleName());
        }
        return type.cast(members.get(name));
    }

    /**
     * Returns an integer that is a member of a JSON object.
     *
     * @throws Refusal it is absent, no integer, less than the least, or beyond 64 bits
     */
    static long integer(Map<?, ?> request, String name, long least) throws Refusal {
        Object number = request.get(name);
        if (!(number instanceof Integer || number instanceof Long) || ((Number) number).longValue() < least) {
            throw Refusal.badRequest("the member '" + name + "' is no integer from " + least + " to 2^63-1");
        }
        return ((Number) number).longValue();
    }
}
