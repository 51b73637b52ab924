/** The situation of an exchange: the values that it has in each dimension that applies to it. */
import type { Dimension, ValueOf } from './dimensions.ts';

/** A dimension is absent if it does not apply or its value is not known. The texts may be of several kinds. */
export type Situation = { readonly [Name in Exclude<Dimension, 'text'>]?: ValueOf<Name> } & {
  readonly text?: readonly ValueOf<'text'>[];
};
