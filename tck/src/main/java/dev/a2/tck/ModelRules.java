package dev.a2.tck;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Random operations against a naive model of the whole contract, which must agree in every answer. A failure names its
 * seed and the few steps that are left of it.
 *
 * <p>System properties: {@code a2.model.seeds} and {@code a2.model.ops}, how many and how long; {@code a2.model.first}, the
 * first of the seeds; {@code a2.model.seed}, one seed alone.
 */
public interface ModelRules {
    /** Where the stores come from. */
    StoreFixture fixture();

    @Test
    @Tag("model")
    @Rule("MODEL")
    default void randomOperationsAgreeWithTheModel() {
        agree(1, modelSeeds());
    }

    @Test
    @Tag("model")
    @Rule("MODEL")
    @Needs(Capability.SHARED_STORAGE)
    default void twoStoresInTurnAgreeWithTheModel() {
        agree(2, Math.max(1, modelSeeds() / 4));
    }

    /** How many random runs there are; fewer where each call takes long. */
    default int modelSeeds() {
        return Integer.getInteger("a2.model.seeds", 100);
    }

    private void agree(int handles, int seeds) {
        Long only = Long.getLong("a2.model.seed");
        long first = only != null ? only : Long.getLong("a2.model.first", 1);
        int count = only != null ? 1 : seeds;
        int length = Integer.getInteger("a2.model.ops", 120);
        ModelRun run = new ModelRun(() -> fixture().freshStorage(), handles);
        for (long seed = first; seed < first + count; seed++) {
            ModelRun.Difference difference = run.seed(seed, length);
            if (difference != null) {
                throw new AssertionError(told(seed, length, run.shrink(difference)));
            }
        }
    }

    private static String told(long seed, int length, ModelRun.Difference difference) {
        StringBuilder text = new StringBuilder("store and model come apart with -Da2.model.seed=" + seed
                + " -Da2.model.ops=" + length + ", in " + difference.steps().size() + " steps:\n");
        List<Step> steps = difference.steps();
        for (int i = 0; i < steps.size(); i++) {
            text.append("  ")
                    .append(i + 1)
                    .append(". ")
                    .append(brief(steps.get(i)))
                    .append('\n');
        }
        return text.append("  ").append(difference.what()).toString();
    }

    /** The step without what it leaves at nothing. */
    private static String brief(Step step) {
        return step.toString().replaceAll(", \\w+=(null|\\[])", "").replaceAll("\\bServed\\[list=null]", "ALL");
    }
}
