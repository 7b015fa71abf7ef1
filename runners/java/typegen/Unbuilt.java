package typegen;

/** Code that a tool does not make or the compiler does not take, in their words. */
class Unbuilt extends Exception {
    private static final long serialVersionUID = 1;

    Unbuilt(String words) {
        super(words);
    }
}
