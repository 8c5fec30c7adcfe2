package dev.a2.store.redis;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.args.Rawable;

/** A command on its way to the server: its words, and the script behind it if it runs one. Filled by one thread. */
final class Command {
    private static final byte[] EVALSHA = bytes("EVALSHA");
    private static final byte[] EVAL = bytes("EVAL");
    private static final byte[] EMPTY = {};
    private static final byte[] ZERO = {'0'};
    private static final byte[] ONE = {'1'};

    private final byte[] verb;
    private final @Nullable Script script;
    private final Script.Form form;
    private final boolean lasting;
    private final List<byte[]> words = new ArrayList<>(24);

    private Command(byte[] verb, @Nullable Script script, Script.Form form, boolean lasting) {
        this.verb = verb;
        this.script = script;
        this.form = form;
        this.lasting = lasting;
    }

    /** A plain command. */
    static Command of(String verb, Object... words) {
        Command command = new Command(bytes(verb), null, Script.Form.PLAIN, verb.equals("EXEC"));
        for (Object word : words) {
            command.word(word);
        }
        return command;
    }

    /** A script on these keys; its arguments follow. */
    static Command script(Script script, byte[]... keys) {
        Command command = new Command(EVALSHA, script, Script.Form.PLAIN, script.isLasting());
        command.words.add(script.digest(Script.Form.PLAIN));
        command.number(keys.length);
        command.words.addAll(List.of(keys));
        return command;
    }

    private void word(Object word) {
        switch (word) {
            case byte[] bytes -> words.add(bytes);
            case Number number -> number(number.longValue());
            default -> text(word.toString());
        }
    }

    Command raw(byte[] word) {
        words.add(word);
        return this;
    }

    Command text(String word) {
        words.add(bytes(word));
        return this;
    }

    Command number(long word) {
        words.add(ascii(Long.toString(word)));
        return this;
    }

    /** A number, or empty text where there is none. */
    Command optional(@Nullable Number word) {
        words.add(word == null ? EMPTY : ascii(word.toString()));
        return this;
    }

    Command flag(boolean word) {
        words.add(word ? ONE : ZERO);
        return this;
    }

    /** Verb and words for the client library, which would wrap a copy of each otherwise. */
    CommandArguments arguments() {
        return new Arguments(this);
    }

    private static final class Arguments extends CommandArguments {
        private final Command command;

        Arguments(Command command) {
            super(() -> command.verb);
            this.command = command;
        }

        @Override
        public int size() {
            return 1 + command.words.size();
        }

        @Override
        public Rawable get(int place) {
            return () -> place == 0 ? command.verb : command.words.get(place - 1);
        }

        @Override
        public Iterator<Rawable> iterator() {
            return new Turns(command);
        }
    }

    /** Is each word in turn. */
    private static final class Turns implements Iterator<Rawable>, Rawable {
        private final Command command;
        private int next;

        Turns(Command command) {
            this.command = command;
        }

        @Override
        public boolean hasNext() {
            return next <= command.words.size();
        }

        @Override
        @SuppressWarnings("IteratorNextNoSuchElement") // nobody goes on without asking
        public Rawable next() {
            next++;
            return this;
        }

        @Override
        public byte[] getRaw() {
            return next == 1 ? command.verb : command.words.get(next - 2);
        }
    }

    /** How much its words take. */
    int bytes() {
        int bytes = 0;
        for (byte[] word : words) {
            bytes += word.length;
        }
        return bytes;
    }

    /** Whether this is a write that must not be lost. */
    boolean isLasting() {
        return lasting;
    }

    boolean runsScript() {
        return script != null;
    }

    /** The same script in this form; itself if this runs none. */
    Command in(Script.Form form) {
        if (script == null || form == this.form) {
            return this;
        }
        Command command = new Command(verb, script, form, lasting);
        command.words.addAll(words);
        command.words.set(0, Arrays.equals(verb, EVAL) ? bytes(script.text(form)) : script.digest(form));
        return command;
    }

    /** The same script sent with its text, for a server that does not know it; null if this runs none. */
    @Nullable Command withText() {
        return script == null ? null : withText(script, script.text(form));
    }

    /** The same for a server whose memory is full; null if it must be refused there. */
    @Nullable Command whenFull() {
        String text = script == null ? null : script.textWhenFull(form);
        return text == null ? null : withText(null, text);
    }

    private Command withText(@Nullable Script knownAs, String text) {
        Command command = new Command(EVAL, knownAs, form, lasting);
        command.words.addAll(words);
        command.words.set(0, bytes(text));
        return command;
    }

    /**
     * The same script with one more key, behind the others, of the first one's hash tag; itself if this runs none.
     *
     * @param name what stands behind the hash tag
     */
    Command withKey(String name) {
        if (script == null) {
            return this;
        }
        int keys = Integer.parseInt(new String(words.get(1), StandardCharsets.US_ASCII));
        String first = new String(words.get(2), StandardCharsets.UTF_8);
        Command command = new Command(verb, script, form, lasting);
        command.words.addAll(words);
        command.words.set(1, ascii(Integer.toString(keys + 1)));
        command.words.add(2 + keys, bytes(first.substring(0, first.indexOf('}') + 1) + name));
        return command;
    }

    @Override
    public String toString() {
        return script == null ? new String(verb, StandardCharsets.US_ASCII) : script.name();
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] ascii(String digits) {
        return digits.getBytes(StandardCharsets.ISO_8859_1);
    }
}
