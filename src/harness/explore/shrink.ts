/** Finds a short history that shows the same drift as a long one, by playing shorter ones against the service. */
import type { Exchange } from '../evidence/index.ts';
import { type History, listSubjects, type Step } from './step.ts';

/** The exchanges of a history that drifted; undefined if it did not. */
export type Play = (history: History) => Promise<readonly Exchange[] | undefined>;

export interface ShrunkHistory {
  readonly history: History;
  /** The exchanges of its last play. */
  readonly exchanges: readonly Exchange[];
}

/** With more calls, the first play would use most of the budget. */
const maxCalls = 60;

/**
 * Returns a history without the calls that the drift does not need; undefined if no short history shows it.
 * @param play sends a history to the service again; it returns undefined, too, when the budget is used
 */
export async function shrink(history: History, play: Play): Promise<ShrunkHistory | undefined> {
  const related = selectRelated(history).slice(-maxCalls);
  const recent = history.slice(-maxCalls);
  const firstExchanges = await play(related);
  const isRelated = firstExchanges !== undefined;
  const exchanges = firstExchanges ?? (await play(recent));
  if (exchanges === undefined) return undefined;
  let shortest: ShrunkHistory = { history: isRelated ? related : recent, exchanges };
  for (let size = Math.ceil(shortest.history.length / 2); size >= 1; size = Math.floor(size / 2)) {
    shortest = await removeParts(shortest, size, play);
  }
  return shortest;
}

/** Leaves out runs of calls of a length, the last ones first, because a call needs those before it. */
async function removeParts(start: ShrunkHistory, size: number, play: Play): Promise<ShrunkHistory> {
  let shortest = start;
  // The last call is the one that drifts.
  for (let end = shortest.history.length - 1; end > 0; end -= size) {
    const { history } = shortest;
    const from = Math.max(0, end - size);
    const shorter = [...history.slice(0, from), ...history.slice(end)];
    const exchanges = await play(shorter);
    if (exchanges !== undefined) shortest = { history: shorter, exchanges };
  }
  return shortest;
}

/** Returns the last call, and the calls about its books and files, and about theirs. */
function selectRelated(history: History): History {
  const last = history.at(-1);
  if (last === undefined) return [];
  const subjects = new Set(listSubjects(last));
  const isRelated = (step: Step): boolean =>
    [...listSubjects(step)].some((subject) => subjects.has(subject));
  for (let size = -1; size < subjects.size;) {
    size = subjects.size;
    for (const step of history)
      if (isRelated(step)) for (const subject of listSubjects(step)) subjects.add(subject);
  }
  return history.filter((step) => isRelated(step) || step.wait !== undefined || step === last);
}
