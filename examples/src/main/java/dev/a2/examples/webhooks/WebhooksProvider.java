package dev.a2.examples.webhooks;

import dev.a2.Contract;
import dev.a2.ContractProvider;

/** Makes the contract known to the command line: {@code a2 state SESSION pull} folds with it. */
public final class WebhooksProvider implements ContractProvider {
    @Override
    public Contract<?> contract() {
        return Webhooks.contract();
    }
}
