package dev.a2.server.wire;

import dev.a2.codec.Json;
import dev.a2.codec.JsonLine;

/** A reducer's state as of an index, on the wire. */
public record StateJson(String reducer, long index, long clearIndex, Json state) {
    /** Its text. */
    public String json() {
        return new JsonLine()
                .text("reducer", reducer)
                .number("index", index)
                .number("clearIndex", clearIndex)
                .json("state", state)
                .toString();
    }
}
