package harness;

import harness.api.Scan;

/** The loop around a scan. */
final class ScanLoop implements Loop {
    private final Scan scan;

    ScanLoop(Scan scan) {
        this.scan = scan;
    }

    @Override
    public void run(Object[] documents, long iterations) throws Exception {
        Reader reader = new Reader();
        for (long i = 0; i < iterations; i++) {
            for (Object document : documents) {
                scan.on((byte[]) document, reader);
            }
        }
        Sink.take(reader.result());
    }
}
