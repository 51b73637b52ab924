/** The options of `bookdist verify` that Vitest takes from the environment, since it has no options of ours. */

/** `DISTRIBUTION_ALLOW` is `--allow`, `DISTRIBUTION_SEED` is `--seed`, `DISTRIBUTION_RUNS` is `--runs`. */
export function optionsFromEnvironment(): string[] {
  return ['allow', 'seed', 'runs'].flatMap((name) => {
    const value = process.env[`DISTRIBUTION_${name.toUpperCase()}`];
    return value ? [`--${name}`, value] : [];
  });
}
