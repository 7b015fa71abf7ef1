package harness;

import harness.api.Call;

/** The loop around an encoder, a decoder, or the tare {@code call}. */
final class CallLoop implements Loop {
    private final Call<Object, ?> call;

    CallLoop(Call<Object, ?> call) {
        this.call = call;
    }

    @Override
    public void run(Object[] documents, long iterations) throws Exception {
        for (long i = 0; i < iterations; i++) {
            for (Object document : documents) {
                Sink.take(call.on(document));
            }
        }
    }
}
