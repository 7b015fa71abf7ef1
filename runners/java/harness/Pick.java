package harness;

import harness.api.Call;

/** A document with what picks values out of it. */
final class Pick {
    final byte[] document;
    final Call<byte[], Object[]> values;

    Pick(byte[] document, Call<byte[], Object[]> values) {
        this.document = document;
        this.values = values;
    }
}
