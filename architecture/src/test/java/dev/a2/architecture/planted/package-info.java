/** Classes that each break one rule, under packages named like the real ones; this package plays the runtime. */
@NullMarked
package dev.a2.architecture.planted;

import org.jspecify.annotations.NullMarked;
