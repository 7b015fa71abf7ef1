package harness;

import harness.api.Unsupported;

/** An answer that is not {@code ok}. */
public final class Refusal extends Exception {
    private static final long serialVersionUID = 1;

    final String answer;

    private Refusal(String answer, String message, Throwable cause) {
        super(message, cause);
        this.answer = answer;
    }

    /** The request is malformed or names what does not exist. */
    static Refusal badRequest(String message) {
        return new Refusal("bad-request", message, null);
    }

    /** The codec cannot do this by its nature. */
    static Refusal unsupported(String message) {
        return new Refusal("unsupported", message, null);
    }

    /** The library refused or broke. */
    static Refusal failed(Throwable error) {
        return failed("", error);
    }

    /** The library refused or broke, at a step that the message begins with. */
    static Refusal failed(String step, Throwable error) {
        return new Refusal("failed", step + error.getClass().getName() + ": " + error.getMessage(), error);
    }

    /** What an exception of a codec's is, at a step that the message begins with. */
    static Refusal of(String step, Throwable error) {
        return error instanceof Unsupported ? unsupported(error.getMessage()) : failed(step, error);
    }
}
