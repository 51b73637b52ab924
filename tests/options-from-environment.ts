/** Reads options of `bookdist verify` from the environment, because the command line of Vitest cannot have them. */

/** `DISTRIBUTION_ALLOW` is `--allow`, `DISTRIBUTION_SEED` is `--seed`, `DISTRIBUTION_RUNS` is `--runs`. */
export function optionsFromEnvironment(): string[] {
  return ['allow', 'seed', 'runs'].flatMap((name) => {
    const value = process.env[`DISTRIBUTION_${name.toUpperCase()}`];
    return value ? [`--${name}`, value] : [];
  });
}
