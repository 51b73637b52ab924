/** Reads options of `bookdist verify` from the environment, because Vitest's command line rejects them. */

/** Returns `--allow`, `--seed` and `--runs` from `DISTRIBUTION_ALLOW`, `DISTRIBUTION_SEED` and `DISTRIBUTION_RUNS`. */
export function optionsFromEnvironment(): string[] {
  return ['allow', 'seed', 'runs'].flatMap((name) => {
    const value = process.env[`DISTRIBUTION_${name.toUpperCase()}`];
    return value ? [`--${name}`, value] : [];
  });
}
