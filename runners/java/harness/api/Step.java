package harness.api;

/** Goes a step into a container of a library's own. */
@FunctionalInterface
public interface Step {
    /**
     * Returns what is there, or {@link Picker#ABSENT}.
     *
     * @param key a {@code String}, or an {@code Integer}: an index
     */
    Object into(Object container, Object key);
}
