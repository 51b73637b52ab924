/** A claim on the tests of the suite: they detect mutants. */
import assert from 'node:assert/strict';
import type { Claim } from './claim.ts';
import { node } from './command.ts';

export const mutants: readonly Claim[] = [
  {
    says: 'the tests of rules, suite vocabulary and models detect nearly every mutant',
    prove: async () => {
      const program = 'node_modules/@stryker-mutator/core/bin/stryker.js';
      // It fails by itself below the share that its settings ask for.
      const { code, out, err } = await node([
        program,
        'run',
        'scripts/mutants/stryker.config.json',
      ]);
      assert.equal(code, 0, `${out}${err}`.slice(-4_000));
    },
    inSample: false,
  },
];
