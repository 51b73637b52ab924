/** A stage that sends no requests, for tests that only pass it on. */
import {
  createOwnership,
  createScope,
  createTargetClock,
  noJournal,
} from '../../../src/harness/wire/index.ts';
import { createStage } from '../../../src/harness/stage/index.ts';

const failOnCall = async (): Promise<never> => {
  throw new Error('This stage sends no requests.');
};

export const idleStage = createStage(
  {
    wire: failOnCall,
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
    pause: failOnCall,
    patience: 0,
  },
  createScope(new AbortController().signal),
);
