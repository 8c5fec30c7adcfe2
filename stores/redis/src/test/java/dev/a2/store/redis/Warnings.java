package dev.a2.store.redis;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What a class logs while this is open. */
final class Warnings extends Handler implements AutoCloseable {
    private final List<String> heard = new CopyOnWriteArrayList<>();
    private final Logger logger;

    Warnings(Class<?> of) {
        logger = Logger.getLogger(of.getName());
        logger.addHandler(this);
    }

    List<String> heard() {
        return heard;
    }

    @Override
    public void publish(LogRecord message) {
        heard.add(message.getMessage());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.removeHandler(this);
    }
}
