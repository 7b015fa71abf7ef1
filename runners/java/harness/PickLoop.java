package harness;

/** The loop around a pick. */
final class PickLoop implements Loop {
    PickLoop() {}

    @Override
    public void run(Object[] documents, long iterations) throws Exception {
        for (long i = 0; i < iterations; i++) {
            for (Object document : documents) {
                Pick pick = (Pick) document;
                Sink.take(pick.values.on(pick.document));
            }
        }
    }
}
