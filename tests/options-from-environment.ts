/** Reads the settings of our tests from the environment, because Vitest's command line rejects unknown options. */

/** Returns options such as `--max-requests` from variables such as `DISTRIBUTION_MAX_REQUESTS`. */
export function optionsFromEnvironment(): string[] {
  return ['allow', 'seed', 'runs', 'explore', 'max-requests'].flatMap((name) => {
    const value = process.env[`DISTRIBUTION_${name.toUpperCase().replace('-', '_')}`];
    return value ? [`--${name}`, value] : [];
  });
}

/** Returns true if the long tests run whole, with `DISTRIBUTION_TESTS=all`. By default they run a sample. */
export function runsAllTests(): boolean {
  return process.env['DISTRIBUTION_TESTS'] === 'all';
}
