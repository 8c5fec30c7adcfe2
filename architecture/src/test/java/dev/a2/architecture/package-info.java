/**
 * The rules of the house, checked on the classes of every module: start at {@link HouseRules}. Each rule also meets a
 * class under {@code planted} that breaks it, laid out as the real packages are, so that none is green by accident.
 */
@NullMarked
package dev.a2.architecture;

import org.jspecify.annotations.NullMarked;
