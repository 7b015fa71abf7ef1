package typegen;

/** Code that there cannot be for a schema, by the nature of what it is for. */
final class Refused extends Unbuilt {
    private static final long serialVersionUID = 1;

    Refused(String words) {
        super(words);
    }
}
