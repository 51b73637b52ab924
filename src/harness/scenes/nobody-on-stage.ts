/** A stage that asks nobody: for tests of what is only handed one. */
import { createTargetClock } from '../clock.ts';
import { createStage } from '../create-stage.ts';
import { noJournal } from '../journal.ts';
import { createOwnership } from '../ownership.ts';
import { createScope } from '../scope.ts';

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
      readings: undefined,
      controlsClock: false,
    },
    nextMark: () => ({ run: 'nobody', n: 1 }),
    pause: stays,
    patience: 0,
  },
  createScope(new AbortController().signal),
);
