/** Runs steps, prints a line for each, and counts the failures. */

export interface Tally {
  /** Runs one step. If it throws, this prints and counts a failure, and returns undefined. */
  readonly step: <T>(title: string, run: () => Promise<T>) => Promise<T | undefined>;
  /** Prints the counts and sets the exit code. */
  readonly close: () => void;
}

export function createTally(): Tally {
  let passedCount = 0;
  let failedCount = 0;
  return {
    step: async (title, run) => {
      try {
        const result = await run();
        passedCount += 1;
        console.log(`ok    ${title}`);
        return result;
      } catch (error) {
        failedCount += 1;
        console.log(`FAIL  ${title}`);
        console.log(
          String(error instanceof Error ? error.message : error).replaceAll(/^/gm, '      '),
        );
        return undefined;
      }
    },
    close: () => {
      console.log(`\n${passedCount} passed, ${failedCount} failed`);
      process.exitCode = failedCount === 0 ? 0 : 1;
    },
  };
}
