/** Configures Vitest: our unit tests, and the contract and property suites that test a service. */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** These limits only end tests that hang: a test must not fail because the machine or a tested service is slow. */
const limits = {
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 60_000 } },
};

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
          ...limits,
        },
      },
      {
        test: {
          name: 'contract',
          include: ['tests/contract/**/*.test.ts'],
          ...limits,
        },
      },
      {
        test: {
          name: 'property',
          include: ['tests/property/**/*.test.ts'],
          ...limits,
        },
      },
    ],
  },
});
