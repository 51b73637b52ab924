/** Decides whether a run that found no drift tested enough to say that the service conforms. */
import type { Report } from '../record/index.ts';

/** Of the requirements that can be tested from outside, the share that a verdict needs. */
const enough = 0.5;

/** Returns true if fewer than half of the requirements that can be tested were proven. */
export function provesTooLittle({ summary }: Report): boolean {
  const { total, proven, untested } = summary.must;
  return proven < enough * (total - untested);
}
