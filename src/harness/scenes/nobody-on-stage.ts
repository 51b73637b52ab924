/** A stage that asks nobody: for tests of what is only handed one. */
import { createOwnership, createScope, createTargetClock, noJournal } from '../wire/index.ts';
import { createStage } from '../stage/index.ts';

const stays = async (): Promise<never> => {
  throw new Error('Nobody is there to be asked.');
};

export const nobody = createStage(
  {
    wire: stays,
    clock: createTargetClock(Date.now),
    ownership: createOwnership(noJournal, 'nobody'),
    target: {
      reach: 'behaviour',
      allow: new Set(),
      hasSecondAccount: false,
      readings: undefined,
      controlsClock: false,
    },
    nextMark: () => ({ run: 'nobody', n: 1 }),
    pause: stays,
    patience: 0,
  },
  createScope(new AbortController().signal),
);
