package dev.a2.server.files;

import dev.a2.server.http.HttpReply;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The console's files and the browser client's, read once when the server starts. Only these names are served: nothing that
 * a request says ever reaches a file system or a class loader (F70).
 */
public final class StaticFiles {
    private final Map<String, StaticFile> files = new TreeMap<>();

    /** All of them. */
    public StaticFiles() {
        load("console");
        load("client");
        files.put("/console/", Objects.requireNonNull(files.get("/console/index.html")));
    }

    private void load(String folder) {
        try {
            URI place = Objects.requireNonNull(StaticFiles.class.getResource("/dev/a2/server/" + folder))
                    .toURI();
            if (place.getScheme().equals("jar")) {
                try (FileSystem jar = FileSystems.newFileSystem(place, Map.of())) {
                    load(folder, jar.getPath("/dev/a2/server/" + folder));
                }
            } else {
                load(folder, Path.of(place));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private void load(String folder, Path place) throws IOException {
        try (Stream<Path> found = Files.list(place)) {
            for (Path file : (Iterable<Path>) found::iterator) {
                String name = String.valueOf(file.getFileName());
                files.put("/" + folder + "/" + name, new StaticFile(name, Files.readAllBytes(file)));
            }
        }
    }

    /** The paths that there are. */
    public Set<String> paths() {
        return Collections.unmodifiableSet(files.keySet());
    }

    /** What stands at one of the paths. */
    public HttpReply answer(String path, String ifNoneMatch) {
        return Objects.requireNonNull(files.get(path)).answer(ifNoneMatch);
    }

    /** Leads to the console. */
    public static HttpReply toConsole() {
        return new HttpReply(302, Map.of("Location", "/console/"), new HttpReply.Body.Bytes(new byte[0]));
    }
}
