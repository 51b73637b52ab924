/** How Vitest runs: what we ask ourselves (unit), and the suites that ask a service (contract, property). */
import { defineConfig } from 'vitest/config';

const seconds = 1_000;

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'scripts/**/*.test.ts', 'tests/*.test.ts'],
          testTimeout: 20 * seconds,
          hookTimeout: 20 * seconds,
        },
      },
      {
        test: {
          name: 'contract',
          include: ['tests/contract/**/*.test.ts'],
          // A foreign service answers at its own pace, and a run obeys its rate.
          testTimeout: 120 * seconds,
          hookTimeout: 300 * seconds,
        },
      },
      {
        test: {
          name: 'property',
          include: ['tests/property/**/*.test.ts'],
          testTimeout: 300 * seconds,
          hookTimeout: 300 * seconds,
        },
      },
    ],
  },
});
