/** Configures Vitest: our unit tests, and the contract and property suites that test a service. */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const seconds = 1_000;

/** Examples import the client by the name it is published under. */
const client = fileURLToPath(new URL('./src/client/index.ts', import.meta.url));

export default defineConfig({
  test: {
    // By default Vitest leaves one core free. We use all of them: many test files only wait for a child process.
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
          // Only ends tests that hang: a test must not fail because the machine is busy.
          testTimeout: 120 * seconds,
          hookTimeout: 120 * seconds,
        },
      },
      {
        test: {
          name: 'contract',
          include: ['tests/contract/**/*.test.ts'],
          // A foreign service may be slow, and a run limits its own request rate.
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
