package dev.a2;

import dev.a2.codec.Codec;
import dev.a2.codec.Json;
import dev.a2.store.Event;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which class stands for which stored type, and how old payloads become new ones (RT-1).
 *
 * @param names the wire name of each class
 * @param classes the class of each wire name and alias
 * @param upcasts what follows an older type
 */
record EventTypes<E>(
        Map<Class<? extends E>, String> names, Map<String, Class<? extends E>> classes, Map<String, Upcast> upcasts) {
    /** A step from an older type to a newer one. */
    record Upcast(String newer, Upcaster upcaster) {}

    /** The class's default wire name: its simple name in lower case with dashes. */
    static String defaultName(Class<?> type) {
        return type.getSimpleName()
                .replaceAll("([a-z0-9])([A-Z])", "$1-$2")
                .replaceAll("([A-Z])([A-Z][a-z])", "$1-$2")
                .toLowerCase(Locale.ROOT);
    }

    /** The class that a stored type is read as, if the contract knows it. */
    Optional<Class<? extends E>> classOf(String storedType) {
        return Optional.ofNullable(classes.get(newest(storedType)));
    }

    /** The wire name that new events of this class are stored with. */
    String nameOf(E event) {
        String name = names.get(event.getClass());
        if (name == null) {
            throw new IllegalArgumentException(event.getClass().getName() + " is not an event of this contract");
        }
        return name;
    }

    /** The events that a class stands for: itself, or everything below it. */
    List<Class<? extends E>> below(Class<?> type) {
        List<Class<? extends E>> found = new ArrayList<>();
        for (Class<? extends E> known : names.keySet()) {
            if (type.isAssignableFrom(known)) {
                found.add(known);
            }
        }
        return found;
    }

    /** Every stored type that is read as this class: its name, its aliases, and what is upcast to them. */
    Set<String> storedNames(Class<? extends E> type) {
        Set<String> found = new LinkedHashSet<>();
        classes.forEach((name, known) -> {
            if (known.equals(type)) {
                found.add(name);
            }
        });
        for (String older : upcasts.keySet()) {
            if (type.equals(classes.get(newest(older)))) {
                found.add(older);
            }
        }
        return found;
    }

    /**
     * The object, or nothing for a type that the contract does not know.
     *
     * @throws UndecodableEventException when the payload does not fit
     */
    Optional<E> decode(Event event, Codec codec) {
        Class<? extends E> type = classes.get(newest(event.type()));
        if (type == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(type.cast(codec.decode(upcast(event.type(), event.payload()), type)));
        } catch (RuntimeException e) {
            throw new UndecodableEventException(event, e.getMessage(), e);
        }
    }

    private Json upcast(String storedType, Json payload) {
        Json current = payload;
        for (Upcast step = upcasts.get(storedType); step != null; step = upcasts.get(step.newer())) {
            current = step.upcaster().upcast(current);
        }
        return current;
    }

    private String newest(String storedType) {
        String type = storedType;
        for (Upcast step = upcasts.get(type); step != null; step = upcasts.get(type)) {
            type = step.newer();
        }
        return type;
    }

    /** Gathers types and what is wrong with them. */
    static final class Builder<E> {
        private final List<String> problems;
        private final Map<Class<? extends E>, String> names = new LinkedHashMap<>();
        private final Map<String, Class<? extends E>> classes = new LinkedHashMap<>();
        private final Map<String, Upcast> upcasts = new LinkedHashMap<>();

        Builder(List<String> problems) {
            this.problems = problems;
        }

        /** Adds a class under the names that its annotation, or its own name, gives it. */
        void add(Class<? extends E> type) {
            EventType named = type.getAnnotation(EventType.class);
            if (named == null) {
                add(type, defaultName(type));
            } else {
                add(type, named.value(), named.aliases());
            }
        }

        void add(Class<? extends E> type, String name, String... aliases) {
            if (!type.isRecord()) {
                problems.add("event " + type.getName() + " is not a record");
            }
            names.put(type, name);
            claim(type, name);
            for (String alias : aliases) {
                claim(type, alias);
            }
        }

        boolean knows(Class<?> type) {
            return names.containsKey(type);
        }

        private void claim(Class<? extends E> type, String name) {
            Names.check("event type", name, problems);
            Class<? extends E> other = classes.putIfAbsent(name, type);
            if (other != null) {
                problems.add("event type " + name + " stands for both " + other.getName() + " and " + type.getName());
            }
        }

        void upcast(String older, String newer, Upcaster upcaster) {
            Names.check("event type", older, problems);
            if (upcasts.putIfAbsent(older, new Upcast(newer, upcaster)) != null) {
                problems.add("event type " + older + " is upcast twice");
            }
        }

        EventTypes<E> build() {
            for (String older : List.copyOf(upcasts.keySet())) {
                Class<? extends E> current = classes.get(older);
                if (current != null) {
                    problems.add("event type " + older + " is upcast, but also stands for " + current.getName()
                            + "; give the class a newer name");
                }
                checkChain(older);
            }
            return new EventTypes<>(names, classes, upcasts);
        }

        private void checkChain(String older) {
            Set<String> passed = new LinkedHashSet<>();
            @Nullable Upcast step = upcasts.get(older);
            String type = older;
            while (step != null) {
                if (!passed.add(type)) {
                    problems.add("upcasters go round in a circle: " + String.join(" -> ", passed) + " -> " + type);
                    upcasts.remove(older);
                    return;
                }
                type = step.newer();
                step = upcasts.get(type);
            }
            if (!classes.containsKey(type)) {
                problems.add("event type " + older + " is upcast to " + type + ", which no class stands for");
            }
        }
    }
}
