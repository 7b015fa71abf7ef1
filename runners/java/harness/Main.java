package harness;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** The Java runner of Weighbridge: speaks docs/protocol.md over standard input and output. */
public final class Main {
    private Main() {}

    /** Answers until it is told to quit, or its input ends; with an argument, about types that were generated. */
    public static void main(String[] arguments) throws IOException {
        // Standard output carries answers; what a library prints goes where reports of failures go.
        System.setOut(System.err);
        InputStream input = new BufferedInputStream(System.in, 1 << 16);
        OutputStream output = new FileOutputStream(FileDescriptor.out);
        Session session = new Session(arguments.length > 0);
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        while (session.running()) {
            int next = input.read();
            if (next < 0) {
                return;
            }
            if (next != '\n') {
                line.write(next);
                continue;
            }
            byte[] request = line.toByteArray();
            line.reset();
            ByteArrayOutputStream answer = new ByteArrayOutputStream();
            answer.write(session.answer(request));
            answer.write('\n');
            answer.writeTo(output);
        }
    }
}
