/** The situation of an exchange: the values that it has in each dimension that applies to it. */
import type { Dimension, ValueOf } from './dimensions.ts';

/** A dimension is absent if it does not apply or is not known. Texts may be of several kinds. */
export type Situation = { readonly [Name in Exclude<Dimension, 'text'>]?: ValueOf<Name> } & {
  readonly text?: readonly ValueOf<'text'>[];
};
