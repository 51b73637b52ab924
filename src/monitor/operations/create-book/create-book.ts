/** POST /books: what is expected of a create, what it does, and how its response is read. */
import type { Verdicts } from '../../views/index.ts';
import type { World } from '../../world/index.ts';
import type { Effect, MonitoredOperation } from '../operation.ts';
import { judgeWrite, learnFromEnvelope } from '../shown-book.ts';
import { applyCreate, applyLostCreate, applyRefusedCreate } from './apply-create.ts';
import { expectCreate } from './expect-create.ts';

/** POST /books. */
export const createOperation: MonitoredOperation = {
  expect: expectCreate,
  apply: applyCreateCall,
  judge: judgeCreate,
  learn: learnFromEnvelope,
};

function applyCreateCall({ question, outcome, expectation }: Effect): World {
  if (outcome === 'accepted') return applyCreate(question, question.exchange.response?.body);
  return outcome === 'refused'
    ? applyRefusedCreate(question, expectation?.grounds.length === 0)
    : applyLostCreate(question);
}

function judgeCreate(effect: Effect, after: World): Verdicts {
  return judgeWrite(effect, after, {
    silence: 'create.response',
    defaultRequirement: 'create.reads-back',
    isComparable: true,
  });
}
