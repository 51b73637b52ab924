/** Names the environment variables that contain the keys of a service. */

export interface KeyNames {
  /** The variable with the key of the account for the tests. */
  readonly primary: string;
  /** The variable with the key of another account. */
  readonly second: string;
}

/** The default names; bookdist.yaml may give others. */
export const defaultKeyNames: KeyNames = {
  primary: 'DISTRIBUTION_API_KEY',
  second: 'DISTRIBUTION_SECOND_KEY',
};
