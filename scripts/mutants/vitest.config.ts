/** The tests that run against mutants: those of the sandbox's rules and of the suite's vocabulary. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { include: ['src/rules/*.test.ts', 'src/harness/{evidence,stage,suite,wire}/*.test.ts'] },
});
