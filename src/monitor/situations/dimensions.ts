/** The dimensions: conditions of an exchange on which a fault may depend, with the values of each. */
import { operationIds } from '../../contract/operations.ts';
import { isArray, isObject } from '../../contract/json-pointer.ts';

export const dimensions = {
  operation: operationIds,
  /** Format of the book that is created or addressed, or that a list is filtered by. */
  format: ['ebook', 'print', 'audio'],
  /** Known status of the addressed book before the call; `left-draft` is any status except draft. */
  status: ['draft', 'published', 'in_review', 'withdrawn', 'action_needed', 'other', 'left-draft'],
  /** The number of this call among the accepted calls of its operation on the book. */
  turn: ['first', 'second', 'later'],
  /** Position of the page in its list, according to its own `meta`. */
  position: ['only', 'first', 'middle', 'last', 'beyond'],
  /** The number of file descriptors or chapters in the request, or of items in the page. */
  items: ['none', 'one', 'two', 'several', 'ten-or-more'],
  /** The kinds of text among the strings of the request, or of the book that a read shows. */
  text: ['ascii', 'accented', 'beyond-bmp', 'right-to-left', 'empty', 'long'],
  perPage: [
    'default',
    'below',
    'lowest',
    'one-digit',
    'two-digits',
    'highest',
    'above',
    'not-a-number',
  ],
  page: ['default', 'below', 'first', 'one-digit', 'two-digits', 'not-a-number'],
  /** The greatest sequence number among the chapters of the request. */
  sequence: ['below', 'first', 'one-digit', 'two-digits', 'not-a-number'],
  /** The number of list parameters in the query. */
  parameters: ['none', 'one', 'several'],
  /** Whether the document requires the service to accept or refuse the request, or leaves it open. */
  validity: ['must-be-accepted', 'must-be-refused', 'open'],
  /** What the monitor knows about the book id or external id in the path. */
  id: ['known', 'never-seen', 'deleted', 'foreign', 'malformed', 'upper-case'],
  /** State of the API key. */
  key: ['own', 'none', 'wrong', 'unknown'],
  /** Distance of the publication date from the service's current day. */
  date: [
    'far-past',
    'past',
    'today',
    'within-window',
    'edge',
    'beyond-window',
    'far-future',
    'not-a-date',
  ],
  /** `yes` if the book is or becomes a final version. */
  finalVersion: ['yes', 'no'],
  /** The number of fields in an update. */
  fields: ['none', 'one', 'several'],
  /** Role of the file that is announced, uploaded or attached. */
  role: [
    'ebook_content',
    'ebook_cover',
    'audio_content',
    'audio_cover',
    'pod_content',
    'pod_cover',
  ],
} as const;

export type Dimension = keyof typeof dimensions;

export type ValueOf<Name extends Dimension> = (typeof dimensions)[Name][number];

/** The values of an exchange in each dimension. A dimension is absent if it does not apply or its value is not known. The texts may be of several kinds. */
export type Situation = { readonly [Name in Exclude<Dimension, 'text'>]?: ValueOf<Name> } & {
  readonly text?: readonly ValueOf<'text'>[];
};

const longTextLength = 150;

const tests: Readonly<Record<ValueOf<'text'>, (text: string) => boolean>> = {
  // oxlint-disable-next-line no-control-regex -- ASCII includes the control characters
  ascii: (text) => /^[\u0000-\u007f]+$/.test(text),
  accented: (text) => /[\u0080-\u058f]/.test(text),
  'beyond-bmp': (text) => /[\u{10000}-\u{10ffff}]/u.test(text),
  'right-to-left': (text) => /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/.test(text),
  empty: (text) => text === '',
  long: (text) => text.length > longTextLength,
};

/** Returns every kind that occurs among the strings. Ids and codes are strings too, and count as ASCII. */
export function classifyTexts(value: unknown): readonly ValueOf<'text'>[] {
  const texts = listTexts(value);
  return dimensions.text.filter((kind) => texts.some(tests[kind]));
}

function listTexts(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (isArray(value)) return value.flatMap(listTexts);
  return isObject(value) ? Object.values(value).flatMap(listTexts) : [];
}
