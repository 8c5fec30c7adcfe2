package dev.a2.store.redis;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One server that holds all keys: it matters to no command which key it is sent with. */
interface OneServer extends Commands {
    @Override
    default List<@Nullable Object> sendEach(List<byte[]> keys, List<Command> commands) {
        return commands.isEmpty() ? List.of() : send(keys.get(0), commands);
    }

    @Override
    default <T> T everywhere(Function<List<Commands>, T> look) {
        return look.apply(List.of(this));
    }

    @Override
    default boolean isOneServer() {
        return true;
    }
}
