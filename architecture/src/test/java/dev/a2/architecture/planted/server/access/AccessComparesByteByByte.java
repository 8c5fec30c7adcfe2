package dev.a2.architecture.planted.server.access;

import java.util.Arrays;
import java.util.Map;

final class AccessComparesByteByByte {
    private AccessComparesByteByByte() {}

    static boolean texts(String given, String secret) {
        return given.equals(secret);
    }

    static boolean beginnings(String given, String secret) {
        return given.startsWith(secret);
    }

    static boolean bytes(byte[] given, byte[] secret) {
        return Arrays.equals(given, secret);
    }

    static boolean keys(String given, Map<String, String> secrets) {
        return secrets.containsKey(given);
    }
}
