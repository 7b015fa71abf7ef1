package harness;

import harness.api.Call;
import harness.api.Scan;

/**
 * One operation of one row, set up.
 *
 * @param call the encoder or decoder; null for a scan
 * @param scan the scanner; null for the others
 * @param prepare makes what the encoder starts from; null where that is the natural tree
 * @param natural turns a decoder's result into the natural tree; null where it is that
 * @param loop the timed loop around either
 */
public record Cell(Call<Object, ?> call, Scan scan, Call<Object, ?> prepare, Call<Object, ?> natural, Loop loop) {}
