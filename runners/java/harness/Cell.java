package harness;

import harness.api.Call;
import harness.api.Picker;
import harness.api.Scan;

/**
 * One operation of one row, set up.
 *
 * @param call the encoder or decoder; null for a scan
 * @param scan the scanner; null for the others
 * @param picker what reads the values at some paths; null for the others
 * @param prepare makes what the encoder starts from; null where that is the natural tree
 * @param natural turns a decoder's result into the natural tree; null where it is that
 * @param loop the timed loop around either
 */
public record Cell(
        Call<Object, ?> call, Scan scan, Picker picker, Call<Object, ?> prepare, Call<Object, ?> natural, Loop loop) {
    static Cell scanning(Scan scan) {
        return new Cell(null, scan, null, null, null, Loop.of(ScanLoop.class, scan));
    }

    static Cell picking(Picker picker) {
        return new Cell(null, null, picker, null, null, Loop.of(PickLoop.class));
    }

    static Cell calling(Call<Object, ?> call, Call<Object, ?> prepare, Call<Object, ?> natural) {
        return new Cell(call, null, null, prepare, natural, Loop.of(CallLoop.class, call));
    }
}
