package harness;

/** The loop around the tare {@code visit}. */
final class VisitLoop implements Loop {
    VisitLoop() {}

    @Override
    public void run(Object[] documents, long iterations) {
        Reader reader = new Reader();
        for (long i = 0; i < iterations; i++) {
            for (Object document : documents) {
                ((Events) document).replay(reader);
            }
        }
        Sink.take(reader.result());
    }
}
