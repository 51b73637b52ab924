/** Says what a history depends on besides its own calls, so that a replay without the drift does not look like a repair. */
import type { Counterexample } from '../../harness/evidence/index.ts';

/** Returns what else a history may need to show its drift; undefined if its calls are enough, and for a single value. */
export function findDependence({
  counterexample,
}: {
  readonly counterexample?: Counterexample | undefined;
}): string | undefined {
  if (counterexample?.calls === undefined) return undefined;
  const { confirmed, hasOtherBooks } = counterexample;
  if (confirmed?.shown === 0) return 'time or chance: a second play of the history did not drift';
  return hasOtherBooks === true
    ? 'perhaps other books: those of the run could not be removed before the history was played'
    : undefined;
}
