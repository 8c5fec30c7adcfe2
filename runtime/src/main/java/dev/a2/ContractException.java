package dev.a2;

import java.util.List;

/** A contract cannot be built; the message lists everything that is wrong with it. */
public final class ContractException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final transient List<String> problems;

    ContractException(String contract, List<String> problems) {
        super("contract " + contract + " has " + problems.size() + (problems.size() == 1 ? " problem:" : " problems:")
                + problems.stream().reduce("", (all, problem) -> all + "\n - " + problem));
        this.problems = List.copyOf(problems);
    }

    /** Each problem, in a sentence. */
    public List<String> problems() {
        return problems;
    }
}
