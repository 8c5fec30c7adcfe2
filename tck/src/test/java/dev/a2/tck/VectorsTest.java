package dev.a2.tck;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class VectorsTest {
    private static final Path FOLDER = Path.of("src/main/resources/dev/a2/tck/vectors");

    @Test
    void indexListsEveryVector() throws IOException {
        List<String> there;
        try (Stream<Path> files = Files.walk(FOLDER)) {
            there = files.filter(file -> file.toString().endsWith(".jsonl"))
                    .map(file -> FOLDER.relativize(file).toString().replace('\\', '/'))
                    .toList();
        }

        assertThat(Stream.of("named", "random", "layout").flatMap(Vectors::in))
                .containsExactlyInAnyOrderElementsOf(there);
        assertThat(Vectors.in("random")).hasSize(40);
    }
}
