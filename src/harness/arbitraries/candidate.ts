/** Values to try at a place of a request, and their kinds. */

/**
 * `edge`: every service must accept it. `refused`: every service must refuse it, for exactly one reason. `open`: the
 * document does not say.
 */
export type ValueKind = 'edge' | 'open' | 'refused';

/** What no schema says of a value that the schema accepts. */
export type Meaning = Exclude<ValueKind, 'edge'>;

/** A value to try; undefined leaves the property out. */
export interface Candidate {
  /** The constraint that it tries, in words: the same for all candidates that a service hardly treats differently. */
  readonly rule: string;
  readonly value: unknown;
  /** What no schema says of the value. */
  readonly meaning?: Meaning | undefined;
  /** The requirement that a service breaks by accepting it, if `meaning` is `refused`. */
  readonly requirement?: string | undefined;
}

/** A word that an enum may not list, and its kind. */
export interface OtherWord {
  readonly kind: string;
  readonly word: string;
}
