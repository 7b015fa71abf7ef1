package bench;

import java.io.PrintStream;
import java.util.Locale;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.util.Version;

/** Times a document with JMH and prints a line of JSON for each cell. */
public final class Main {
    private Main() {}

    /** Takes the document's file. */
    public static void main(String[] arguments) throws RunnerException {
        PrintStream output = System.out;
        System.setOut(System.err); // for JMH's progress
        OptionsBuilder options = new OptionsBuilder();
        options.include(Cells.class.getName()).param("file", arguments[0]);
        for (RunResult result : new Runner(options.build()).run()) {
            output.printf(
                    Locale.ROOT,
                    "{\"harness\":\"JMH %s\",\"codec\":\"%s\",\"operation\":\"%s\",\"ns\":%.1f}%n",
                    Version.getPlainVersion(),
                    result.getParams().getParam("codec"),
                    result.getParams().getParam("operation"),
                    result.getPrimaryResult().getScore());
        }
    }
}
