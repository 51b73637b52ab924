/** Tests the exit code of each way a run can end. */
import { describe, expect, it } from 'vitest';
import { chooseExitCode, chooseRunVerdict, type RunFacts } from './exit-code.ts';

const conformingFacts: RunFacts = {
  drifts: 0,
  errored: 0,
  answered: 12,
  nothingProven: false,
  stopped: undefined,
};

describe('chooseExitCode and chooseRunVerdict', () => {
  it.each([
    ['a conforming run', {}, 0, 'conforms'],
    ['a drift', { drifts: 1 }, 1, 'drifts'],
    ['a drift, then broken cases', { drifts: 1, errored: 3 }, 1, 'drifts'],
    ['a drift, then Ctrl-C', { drifts: 1, stopped: 'interrupted' }, 1, 'drifts'],
    ['a drift, then no time left', { drifts: 1, stopped: 'out of time' }, 1, 'drifts'],
    ['a drift that ended the run', { drifts: 1, stopped: 'bail' }, 1, 'drifts'],
    ['Ctrl-C', { stopped: 'interrupted' }, 130, 'unproven'],
    ['an unreachable service', { answered: 0, stopped: 'unreachable' }, 3, 'errored'],
    ['a refused key', { answered: 0, stopped: 'key refused' }, 3, 'errored'],
    ['no requests left', { stopped: 'out of requests' }, 3, 'unproven'],
    ['a broken case', { errored: 1 }, 3, 'errored'],
    ['a run that judged nothing', { answered: 0 }, 3, 'unproven'],
    ['observations without a proven requirement', { nothingProven: true }, 3, 'unproven'],
    [
      'a host that is not a distribution service',
      { answered: 0, stopped: 'not the service' },
      3,
      'errored',
    ],
    ['a service that went away', { stopped: 'stopped responding' }, 3, 'errored'],
  ] satisfies [string, Partial<RunFacts>, number, string][])(
    'return the code and verdict for %s',
    (...[, change, code, verdict]) => {
      const facts = { ...conformingFacts, ...change };
      expect([chooseExitCode(facts), chooseRunVerdict(facts)]).toEqual([code, verdict]);
    },
  );
});
