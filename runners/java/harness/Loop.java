package harness;

/** The loop that is timed: the library's call, the use of its result, and nothing else. */
interface Loop {
    /**
     * Runs the operation on every document, in order, so many times.
     *
     * @throws Exception whatever the library throws
     */
    void run(Object[] documents, long iterations) throws Exception;

    /**
     * Returns a loop of a class of its own.
     *
     * @param template a class in this package whose one constructor takes the operation
     */
    static Loop of(Class<? extends Loop> template, Object... operation) {
        return Copies.of(Loop.class, template, operation);
    }
}
