package dev.a2.testservers;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** An authority of a test's own, and certificates that it signed, as files in a folder. Nobody else trusts them. */
public final class Certificates {
    /** Protects the files with keys. */
    public static final String PASSWORD = "secret";

    private static final String AUTHORITY = "authority";
    private static final Path KEYTOOL = Path.of(System.getProperty("java.home"), "bin", "keytool");
    private static final long LIMIT_S = 60;

    private final Path folder;
    private final Path all;

    private Certificates(Path folder) {
        this.folder = folder;
        this.all = folder.resolve("all.p12");
    }

    /** A new authority. */
    public static Certificates in(Path folder) {
        Certificates certificates = new Certificates(folder);
        certificates.make(AUTHORITY, "-ext", "bc:c");
        return certificates;
    }

    /**
     * Makes a certificate and its key.
     *
     * @param holder names it among the others
     * @param where what it is valid for, such as {@code dns:localhost,ip:127.0.0.1}
     */
    public void sign(String holder, String where) {
        make(holder, "-signer", AUTHORITY, "-ext", "san=" + where);
    }

    private void make(String holder, String... options) {
        List<String> command = new ArrayList<>(List.of(KEYTOOL.toString(), "-genkeypair", "-alias", holder));
        command.addAll(List.of("-dname", "CN=" + holder, "-keyalg", "EC", "-groupname", "secp256r1"));
        command.addAll(List.of("-validity", "2", "-keystore", all.toString(), "-storepass", PASSWORD));
        command.addAll(List.of(options));
        try {
            Process keytool = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("keytool.log").toFile())
                    .start();
            if (!keytool.waitFor(LIMIT_S, TimeUnit.SECONDS) || keytool.exitValue() != 0) {
                throw new IllegalStateException(Files.readString(folder.resolve("keytool.log")));
            }
            export(holder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private void export(String holder) throws IOException, GeneralSecurityException {
        char[] password = PASSWORD.toCharArray();
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(all)) {
            store.load(in, password);
        }
        Key key = store.getKey(holder, password);
        Certificate[] chain = store.getCertificateChain(holder);
        Files.writeString(certificate(holder), pem("CERTIFICATE", chain[0].getEncoded()));
        Files.writeString(key(holder), pem("PRIVATE KEY", key.getEncoded()));
        KeyStore own = KeyStore.getInstance("PKCS12");
        own.load(null, password);
        own.setKeyEntry(holder, key, password, chain);
        try (OutputStream out = Files.newOutputStream(identity(holder))) {
            own.store(out, password);
        }
    }

    private static String pem(String what, byte[] bytes) {
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
        return "-----BEGIN " + what + "-----\n" + text + "\n-----END " + what + "-----\n";
    }

    /** For a server that shows the certificate of the holder {@code server}, and asks nobody for one. */
    List<String> settings() {
        List<String> settings =
                new ArrayList<>(List.of("--tls-ca-cert-file", authority().toString()));
        settings.addAll(List.of("--tls-cert-file", certificate("server").toString()));
        settings.addAll(List.of("--tls-key-file", key("server").toString()));
        settings.addAll(List.of("--tls-auth-clients", "no"));
        return settings;
    }

    /** What signs all others, as PEM. */
    public Path authority() {
        return certificate(AUTHORITY);
    }

    /** A holder's certificate, as PEM. */
    public Path certificate(String holder) {
        return folder.resolve(holder + ".pem");
    }

    /** A holder's key, as PEM. */
    public Path key(String holder) {
        return folder.resolve(holder + ".key");
    }

    /** A holder's certificate and key, as PKCS 12. */
    public Path identity(String holder) {
        return folder.resolve(holder + ".p12");
    }
}
