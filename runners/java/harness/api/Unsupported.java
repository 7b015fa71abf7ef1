package harness.api;

/** What a codec cannot do by its nature. */
public final class Unsupported extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** Says why. */
    public Unsupported(String reason) {
        super(reason);
    }
}
