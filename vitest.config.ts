/**
 * Configures Vitest: our unit tests, the contract and property suites that test a service, the pages in a real
 * browser, and the tests that build and install the packages or start many processes. `npm test` runs the first three.
 */
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** These limits only end tests that hang: a test must not fail because the machine or a tested service is slow. */
const limits = {
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 60_000 } },
};

/**
 * The files of a worker share its modules, so that each module is loaded once and the contract is compiled once. A test
 * must therefore restore what it changes outside its own variables: globals, the environment and the working folder.
 */
const shared = { ...limits, isolate: false, unstubGlobals: true, unstubEnvs: true };

/** Files of these projects often wait for a child process or a timeout, so one more than the cores run at once. */
const long = {
  ...shared,
  maxWorkers: availableParallelism() + 1,
  // Vitest runs projects with different numbers of workers one after the other.
  sequence: { groupOrder: 1 },
};

/** Two files that use MSW disturb each other if they share its modules. */
const usesMsw = 'src/testing/msw.test.ts';

/** Starts a hundred commands, one after the other. */
const runsGuides = 'scripts/guides/guides.test.ts';

/** Examples import the client by the name it is published under. */
const client = fileURLToPath(new URL('./src/client/index.ts', import.meta.url));

export default defineConfig({
  test: {
    // By default Vitest leaves one core free. We use all of them: many test files only wait for a child process.
    maxWorkers: '100%',
    experimental: { fsModuleCache: true },
    projects: [
      {
        resolve: { alias: { 'book-distribution-client': client } },
        test: {
          name: 'unit',
          include: ['{src,scripts,examples}/**/*.test.ts', 'tests/*.test.ts'],
          exclude: [usesMsw, runsGuides],
          ...shared,
        },
      },
      {
        test: {
          name: 'contract',
          include: ['tests/contract/**/*.test.ts'],
          ...shared,
        },
      },
      {
        test: {
          name: 'property',
          include: ['tests/property/**/*.test.ts'],
          ...shared,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['tests/browser/*.test.ts'],
          // Writes the report and the page of the contract.
          globalSetup: 'tests/browser/write-pages.ts',
          ...long,
        },
      },
      {
        resolve: { alias: { 'book-distribution-client': client } },
        test: {
          name: 'slow',
          include: ['tests/slow/*.test.ts', usesMsw, runsGuides],
          // Rebuilds dist/ if it is older than its sources.
          globalSetup: 'scripts/build/stale.ts',
          ...long,
        },
      },
      {
        test: {
          name: 'team',
          include: ['tests/team/*.test.ts'],
          globalSetup: 'scripts/build/stale.ts',
          ...long,
          // CI runs it beside the others, and it waits more than they do.
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
