package dev.a2.tck;

import dev.a2.tck.model.NaiveStorage;

/** The kit on the naive model: proves the model by the golden vectors, and the kit's tests by the model. */
class NaiveStoreTckTest extends StoreTck {
    NaiveStoreTckTest() {
        super(new NaiveFixture(NaiveStorage::new));
    }
}
