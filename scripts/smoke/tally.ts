/** Counts the steps and prints one line for each. */

export interface Tally {
  /** Runs one step. A throw counts as a failure, is printed, and returns undefined. */
  readonly step: <T>(title: string, run: () => Promise<T>) => Promise<T | undefined>;
  /** Prints the counts and sets the exit code. */
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
