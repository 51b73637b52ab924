/** The environment variables that hold the keys of a service, for messages and command lines. */
export interface KeyNames {
  readonly own: string;
  /** The variable with the key of another account. */
  readonly second: string;
}

/** The variables that are read unless bookdist.yaml names others. */
export const defaultKeyNames: KeyNames = {
  own: 'DISTRIBUTION_API_KEY',
  second: 'DISTRIBUTION_SECOND_KEY',
};
