/** Where a schema is in a contract, and what the names of its parts begin with. */
import type { Side } from './part.ts';

/** The place of a schema. */
export interface SchemaPlace {
  readonly pointer: string;
  /** The pointer without the positions of parameters. */
  readonly identity: string;
  readonly side: Side;
  /** What the names of parts begin with, such as `Contributor`. */
  readonly owner: string;
  /** The place below the owner, such as `imprint.id`; empty for the owner itself. */
  readonly path: string;
  /** True for the value of a parameter, which is always text. */
  readonly isText?: boolean;
  /** Within a condition: the part of the condition. */
  readonly branch?: 'if' | 'then' | 'else';
}

/** Returns the place of an inner schema. */
export function descend(place: SchemaPlace, keys: string): SchemaPlace {
  const { isText: _isText, ...rest } = place;
  return { ...rest, pointer: `${place.pointer}/${keys}`, identity: `${place.identity}/${keys}` };
}
