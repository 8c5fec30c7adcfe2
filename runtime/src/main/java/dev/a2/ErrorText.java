package dev.a2;

/** What a failed attempt leaves behind of its error: class, message and top frames, of its causes too (RT-6). */
final class ErrorText {
    private static final int FRAMES = 8;
    private static final int CAUSES = 4;
    private static final int LENGTH = 4_000;

    private ErrorText() {}

    static String of(Throwable error) {
        try {
            return describe(error);
        } catch (Throwable sick) {
            // Its message or our memory fails: its class is still worth something.
            return error.getClass().getName();
        }
    }

    private static String describe(Throwable error) {
        StringBuilder text = new StringBuilder();
        int causes = 0;
        for (Throwable each = error; each != null && causes <= CAUSES; each = each.getCause(), causes++) {
            text.append(causes == 0 ? "" : "caused by ").append(each).append('\n');
            StackTraceElement[] frames = each.getStackTrace();
            for (int i = 0; i < Math.min(FRAMES, frames.length); i++) {
                text.append("  at ").append(frames[i]).append('\n');
            }
            if (frames.length > FRAMES) {
                text.append("  … ").append(frames.length - FRAMES).append(" more\n");
            }
        }
        String all = text.toString().strip();
        return all.length() <= LENGTH ? all : all.substring(0, LENGTH);
    }
}
