package dev.a2.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.server.config.ApiToken;
import dev.a2.server.config.Role;
import dev.a2.server.token.InvalidTokenException;
import dev.a2.server.token.SessionGrant;
import dev.a2.server.token.SessionTokens;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokenCommandTest {
    private static final String SECRET = "0123456789abcdef0123456789abcdef";

    @TempDir
    Path folder;

    private Shell shell;

    @BeforeEach
    void open() {
        shell = new Shell(folder);
    }

    @Test
    void anApiTokenComesWithTheLinesToConfigure() {
        String said =
                shell.run("token", "--roles", "append,read", "--name", "shop").ok();

        Matcher text = Pattern.compile("(?m)^  (a2_\\S{43})$").matcher(said);
        assertThat(text.find()).as(said).isTrue();
        String hash = ApiToken.of("shop", text.group(1), Set.of(Role.READ)).sha256();
        assertThat(said)
                .contains("\n  token.shop = read,append " + hash + "\n", "\n  --token shop:read,append:" + hash + "\n");
        assertThat(shell.run("token", "--roles=all").ok()).contains("token.app = read,append,work,operate ");
    }

    @Test
    void aSessionTokenIsSignedWithTheConfiguredSecret() throws IOException, InvalidTokenException {
        Files.writeString(folder.resolve("key"), SECRET + "\n");
        SessionTokens tokens = SessionTokens.of(SECRET, () -> Shell.NOW);

        Shell.Said said = shell.run(
                "token",
                "--session",
                "a/b",
                "--append",
                "said,left",
                "--participant",
                "ada",
                "--subject",
                "ada",
                "--ttl",
                "2h",
                "--session-secret-file",
                "key");
        shell.environment.put("A2_SESSION_SECRET", SECRET);
        Shell.Said fromVariable = shell.run("token", "--prefix", "order-");

        assertThat(said.err()).isEqualTo("good until 2023-11-15T00:13:20.000Z\n");
        SessionTokens.Verified verified = tokens.read(said.out().strip());
        assertThat(verified.grant())
                .isEqualTo(SessionGrant.session("a/b")
                        .append("said", "left")
                        .participant("ada")
                        .subject("ada"));
        assertThat(verified.until())
                .isEqualTo(Shell.NOW.plus(Duration.ofHours(2)).plus(SessionTokens.LEEWAY));
        assertThat(tokens.read(fromVariable.out().strip()).grant()).isEqualTo(SessionGrant.prefix("order-"));
    }

    @Test
    void whatDoesNotFitTogetherIsSaid() {
        assertThat(shell.run("token").failed(2)).contains("give either --roles");
        assertThat(shell.run("token", "--roles=read", "--session=s").failed(2)).contains("give either --roles");
        assertThat(shell.run("token", "--roles=read", "--ttl=1h").failed(2)).contains("give either --roles");
        assertThat(shell.run("token", "--roles=read,admin").failed(2))
                .contains("there is no role 'admin', only read,append");
        assertThat(shell.run("token", "--roles=read", "--name=a:b").failed(2)).contains("a name has letters");
        assertThat(shell.run("token", "--session=s", "--name=n").failed(2)).contains("--subject");
        assertThat(shell.run("token", "--session=s").failed(2)).contains("there is no secret", "--session-secret-file");
        shell.environment.put("A2_SESSION_SECRET", SECRET);
        assertThat(shell.run("token", "--session=s", "--prefix=p").failed(2)).contains("exactly one");
        assertThat(shell.run("token", "--session=s", "--ttl=25h").failed(2)).contains("from 1 s to 24 h");
    }
}
