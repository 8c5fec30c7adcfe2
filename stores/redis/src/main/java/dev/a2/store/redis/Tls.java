package dev.a2.store.redis;

import dev.a2.store.StoreException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.NoSuchAlgorithmException;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisSocketFactory;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.util.IOUtils;

/** Whom we trust, and who we are, on encrypted connections. */
final class Tls {
    private Tls() {}

    /**
     * What files say.
     *
     * @param authorities certificates as PEM, of those who sign servers' certificates; null: whom Java trusts
     * @param identity our certificate and its key, as PKCS 12; null: none
     */
    static SSLContext context(@Nullable Path authorities, @Nullable Path identity, String password) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(
                    identity == null
                            ? null
                            : identity(identity, password.toCharArray()).getKeyManagers(),
                    authorities == null ? null : trusting(authorities).getTrustManagers(),
                    null);
            return context;
        } catch (IOException | GeneralSecurityException e) {
            throw StoreException.invalid("TLS cannot be set up with " + (authorities == null ? "" : authorities + " ")
                    + (identity == null ? "" : identity) + ": " + e);
        }
    }

    private static TrustManagerFactory trusting(Path authorities) throws IOException, GeneralSecurityException {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        try (InputStream in = Files.newInputStream(authorities)) {
            for (Certificate one : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
                trusted.setCertificateEntry("a" + trusted.size(), one);
            }
        }
        if (trusted.size() == 0) {
            throw new CertificateException("there is no certificate in " + authorities);
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(trusted);
        return factory;
    }

    private static KeyManagerFactory identity(Path file, char[] password) throws IOException, GeneralSecurityException {
        KeyStore own = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            own.load(in, password);
        }
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(own, password);
        return factory;
    }

    /** Whom Java trusts, and no identity, unless the machine's settings say otherwise. */
    static SSLContext usual() {
        try {
            return SSLContext.getDefault();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Encrypts what goes over a connection. The server's certificate must be made out to the name by which we know it. */
    static JedisSocketFactory over(JedisSocketFactory plain, HostAndPort server, SSLContext context) {
        return () -> {
            Socket socket = plain.createSocket();
            try {
                SSLSocket secure = (SSLSocket)
                        context.getSocketFactory().createSocket(socket, server.getHost(), server.getPort(), true);
                SSLParameters parameters = secure.getSSLParameters();
                parameters.setEndpointIdentificationAlgorithm("HTTPS");
                secure.setSSLParameters(parameters);
                secure.startHandshake();
                return secure;
            } catch (IOException e) {
                IOUtils.closeQuietly(socket);
                throw new JedisConnectionException("no encrypted connection to " + server + ": " + e.getMessage(), e);
            }
        };
    }

    /** What either side has against the other; null when the connection just broke, or nothing is wrong with TLS. */
    static @Nullable String objection(@Nullable Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SSLException && !(cause.getCause() instanceof IOException)) {
                return cause.getMessage();
            }
        }
        return null;
    }
}
