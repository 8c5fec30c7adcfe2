package dev.a2.architecture.planted.testservers;

import dev.a2.architecture.planted.Session;

final class ServersKnowRuntime {
    private ServersKnowRuntime() {}

    static String name() {
        return Session.class.getName();
    }
}
