/** The tests that run against mutants: those of rules, suite vocabulary and models. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'src/rules/*.test.ts',
      'src/harness/*/{blame,check,clock,eventually,expect,for-all,read,refusal-bodies,scope}.test.ts',
      'tests/property/*/*-model.test.ts',
    ],
  },
});
