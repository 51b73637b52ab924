/** The situation of an exchange: one value for each dimension that applies to it. */
import type { Dimension, ValueOf } from './dimensions.ts';

/** A dimension is absent if it does not apply or is not known. */
export type Situation = { readonly [Name in Dimension]?: ValueOf<Name> };
