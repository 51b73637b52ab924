/** Counts what was tried and how it ended, one line each. */

export interface Tally {
  /** Runs one step; a throw is a failure that is told, and undefined. */
  readonly step: <T>(title: string, run: () => Promise<T>) => Promise<T | undefined>;
  /** Prints the count and leaves the exit code. */
  readonly close: () => void;
}

export function createTally(): Tally {
  let passed = 0;
  let failed = 0;
  return {
    step: async (title, run) => {
      try {
        const result = await run();
        passed += 1;
        console.log(`ok    ${title}`);
        return result;
      } catch (error) {
        failed += 1;
        console.log(`FAIL  ${title}`);
        console.log(
          String(error instanceof Error ? error.message : error).replaceAll(/^/gm, '      '),
        );
        return undefined;
      }
    },
    close: () => {
      console.log(`\n${passed} passed, ${failed} failed`);
      process.exitCode = failed === 0 ? 0 : 1;
    },
  };
}
