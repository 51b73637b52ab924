/** Plays histories of calls as runs of their own would: nothing is known before them, and their books are removed. */
import { playHistory, type PlayHistory } from '../explore/index.ts';
import { createStage } from '../stage/index.ts';
import { createScope } from '../wire/index.ts';
import { removeBooks } from '../cleanup/index.ts';
import type { Session } from './session.ts';

/** Milliseconds for removing the books of one history. */
const removalBudget = 20_000;

/** @param isPartOfRun true if the monitor of the run judges the calls, too */
export function createLonePlay(session: Session, isPartOfRun: boolean): PlayHistory {
  const { options, halt, judges, backstage } = session;
  const { wire, ownership } = backstage;
  return async (history) =>
    judges.judgeAlone(isPartOfRun, async () => {
      const earlierIds = new Set(ownership.books().map(({ id }) => id));
      const scope = createScope(halt.signal);
      const calls = await playHistory(history, createStage(backstage, scope));
      await removeBooks({
        wire,
        ownership,
        books: ownership.books().filter(({ id }) => !earlierIds.has(id)),
        concurrency: options.concurrency,
        signal: halt.signal,
        mayWithdraw: options.allow.has('publish'),
        budget: removalBudget,
        hasSearchedForLostBooks: true,
      });
      return { calls, drifts: scope.drifts };
    });
}
