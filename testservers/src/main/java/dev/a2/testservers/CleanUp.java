package dev.a2.testservers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** A process that waits until this program ends, however it ends, or closes it, and then cleans up. */
final class CleanUp implements AutoCloseable {
    private final Process process;

    /** One that removes a folder, after this shell script has done its part; it finds the folder as {@code $1}. */
    CleanUp(Path folder, String before) {
        String script = "cat >/dev/null\n" + before + "\nrm -rf \"$1\"";
        try {
            process = new ProcessBuilder("sh", "-c", script, "sh", folder.toString())
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Begins it; nobody waits for its end. */
    @Override
    public void close() {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
