package dev.a2.server.api;

import dev.a2.server.access.Caller;
import dev.a2.server.config.Role;

/** What a route asks of its caller. */
public enum Right {
    /** Nothing: anybody, without a token. */
    PUBLIC {
        @Override
        boolean isGiven(Caller caller, Call call) {
            return true;
        }
    },
    /** Reading the whole server. */
    READ {
        @Override
        boolean isGiven(Caller caller, Call call) {
            return caller.has(Role.READ);
        }
    },
    /** Reading the session of the path. */
    READ_SESSION {
        @Override
        boolean isGiven(Caller caller, Call call) {
            return caller.mayRead(call.session());
        }
    },
    /** Appending to the session of the path; which types, the handler checks. */
    APPEND {
        @Override
        boolean isGiven(Caller caller, Call call) {
            return caller.mayAppendTo(call.session());
        }
    },
    /** Setting the presence of the path's participant. */
    PRESENCE {
        @Override
        boolean isGiven(Caller caller, Call call) {
            return caller.maySetPresence(call.session(), call.name("participant"));
        }
    },
    /** Doing work. */
    WORK {
        @Override
        boolean isGiven(Caller caller, Call call) {
            return caller.has(Role.WORK);
        }
    },
    /** Redrive, clear, tokens. */
    OPERATE {
        @Override
        boolean isGiven(Caller caller, Call call) {
            return caller.has(Role.OPERATE);
        }
    };

    abstract boolean isGiven(Caller caller, Call call);
}
