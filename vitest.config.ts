/** How Vitest runs: what we ask ourselves (unit), and the suites that ask a service (contract, property). */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const seconds = 1_000;

/** Examples import the client by the name it is published under. */
const client = fileURLToPath(new URL('./src/client/index.ts', import.meta.url));

export default defineConfig({
  test: {
    // Left to itself it keeps one processor free; but many of these files wait for a program they started.
    maxWorkers: '100%',
    projects: [
      {
        resolve: { alias: { 'book-distribution-client': client } },
        test: {
          name: 'unit',
          include: [
            '{src,scripts,examples}/**/*.test.ts',
            'tests/*.test.ts',
            'tests/subject/*.test.ts',
          ],
          // Ends a test that hangs. It is generous because a busy machine must not fail a test.
          testTimeout: 120 * seconds,
          hookTimeout: 120 * seconds,
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
