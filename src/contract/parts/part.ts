/** A part of a contract, and what exchanges must show before it counts as checked. */
import type { Json } from '../json-pointer.ts';
import type { Count } from '../numbers.ts';

export type PartKind =
  | 'operation'
  | 'security'
  | 'media type'
  | 'parameter'
  | 'default'
  | 'property'
  | 'required property'
  | 'optional property'
  | 'constraint'
  | 'alternative'
  | 'success status'
  | 'status'
  | 'header'
  | 'removed'
  | 'difference';

export type Side = 'request' | 'response';

/** What an exchange can show of a part. */
export type Need =
  /** No exchange can show it, because this version does not look at such parts. */
  | 'a check'
  /** A request had it, and had to be accepted or had to be refused. */
  | 'sent'
  /** A request had it, and the monitor knows what it does. */
  | 'understood'
  /** A request satisfied it, at the bound itself if there is one, and had to be accepted. */
  | 'accepted'
  /** A request violated nothing else, by the least amount if it is a bound, and had to be refused. */
  | 'refused'
  /** A request lacked it, and had to be accepted. */
  | 'left out'
  /** A request had a value for which the document leaves the response open. */
  | 'tried'
  /** A response had it. */
  | 'shown'
  /** A response lacked it. */
  | 'absent'
  /** The condition of an `if` held for a response, or did not hold. */
  | 'matched'
  | 'not matched';

export interface ContractPart {
  /** The JSON pointer of the keyword, or of the node. The values of an enum, types and names share their keyword. */
  readonly pointer: string;
  /** The part in words, such as `GET /books, query parameter perPage: maximum 100`. */
  readonly name: string;
  readonly kind: PartKind;
  readonly side: Side;
  /** The same for the same statement in another contract, wherever its parameter is in the list. */
  readonly identity: string;
  readonly needs: readonly Need[];
  /** The keyword of a constraint. */
  readonly keyword?: string;
  /** The value of the keyword, one entry of an enum or of several types, or the name of a property. */
  readonly value?: Json;
}

/** A part that no exchange checked. */
export interface UnprovenPart {
  /**
   * The JSON pointer of the keyword or node in distribution.yaml. The values of an enum, several types
   * and the names of required properties have the pointer of their keyword.
   * @pattern ^#/
   */
  readonly pointer: string;
  /** The part in words. */
  readonly part: string;
  readonly kind: PartKind;
  /** Why no exchange checked it, in words. */
  readonly reason: string;
  /** True if the contract of this package does not have the part, or has another value there. */
  readonly differs?: true;
}

/** How much of a contract the exchanges of a run checked. */
export interface ContractCoverage {
  /** The number of parts. */
  readonly parts: Count;
  readonly checked: Count;
  /** The other parts, in the order of the contract. A part is checked if a wrong service would have shown a drift in it. */
  readonly unproven: readonly UnprovenPart[];
}

/** The kinds of parts that a run may not pass over in silence if the contract of this package does not have them. */
const decisiveKinds: ReadonlySet<string> = new Set<PartKind>([
  'operation',
  'parameter',
  'required property',
  'success status',
]);

/** Returns whether an unproven part must be counted next to the verdict. */
export function isDecisive({ kind, differs }: Pick<UnprovenPart, 'kind' | 'differs'>): boolean {
  return differs === true && decisiveKinds.has(kind);
}

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
