package harness.api;

/**
 * A library as Maven knows it; its version is read from its jar.
 *
 * @param group its group
 * @param artifact its artifact's name
 * @param licence the SPDX identifier of its licence
 * @param homepage its home page
 */
public record Library(String group, String artifact, String licence, String homepage) {
    /** The group of what comes with Java itself. */
    public static final String JAVA = "java";
}
