package dev.a2;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The wire name of an event: what the log stores as its type, independent of the class name (RT-1).
 *
 * <p>Without it, the name is the class's simple name in lower case with dashes: {@code OrderPlaced} becomes {@code
 * order-placed}. Then renaming the class renames the event, so give long-lived events a name.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface EventType {
    /** The name that new events are stored with. */
    String value();

    /** Names that it was stored with before; they are read as this one. */
    String[] aliases() default {};
}
