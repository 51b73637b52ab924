/** Reads the settings of our tests from the environment, because Vitest's command line rejects unknown options. */

/** Returns `--allow`, `--seed` and `--runs` from `DISTRIBUTION_ALLOW`, `DISTRIBUTION_SEED` and `DISTRIBUTION_RUNS`. */
export function optionsFromEnvironment(): string[] {
  return ['allow', 'seed', 'runs'].flatMap((name) => {
    const value = process.env[`DISTRIBUTION_${name.toUpperCase()}`];
    return value ? [`--${name}`, value] : [];
  });
}

/** Returns true if the long tests run whole, with `DISTRIBUTION_TESTS=all`. By default they run a sample. */
export function runsAllTests(): boolean {
  return process.env['DISTRIBUTION_TESTS'] === 'all';
}
