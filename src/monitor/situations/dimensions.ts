/** The conditions of an exchange that a fault may depend on, and the values each of them takes. */

export const dimensions = {
  /** The contract's operation. */
  operation: [
    'createBook',
    'listBooks',
    'readBook',
    'lookUpBook',
    'updateBook',
    'requestUploads',
    'putFile',
    'attachFile',
    'publishBook',
    'unpublishBook',
    'deleteBook',
  ],
  /** Format of the book that is created or addressed, or that a list is filtered by. */
  format: ['ebook', 'print', 'audio'],
  /** Status of the addressed book before the call, as far as it is known. */
  status: ['draft', 'published', 'in_review', 'withdrawn', 'action_needed', 'other', 'left-draft'],
  /** The first call of its operation on the book that gets 2xx, or a later one. */
  turn: ['first', 'second', 'later'],
  /** Position of the page, by its own `meta`. */
  position: ['only', 'first', 'middle', 'last', 'beyond'],
  /** The number of items in the request or page: descriptors, chapters, list items. */
  items: ['none', 'one', 'two', 'several', 'ten-or-more'],
  /** The kinds of text among the strings that were sent, or that a read shows. */
  text: ['ascii', 'accented', 'beyond-bmp', 'right-to-left', 'empty', 'long'],
  /** The page size asked for. */
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
  /** The page number asked for. */
  page: ['default', 'below', 'first', 'one-digit', 'two-digits', 'not-a-number'],
  /** The greatest chapter sequence sent. */
  sequence: ['below', 'first', 'one-digit', 'two-digits', 'not-a-number'],
  /** The list parameters that were combined. */
  parameters: ['none', 'one', 'several'],
  /** The judgement of the document on the request. */
  validity: ['must-be-accepted', 'must-be-refused', 'open'],
  /** The knowledge about the book id or external id in the path. */
  id: ['known', 'never-seen', 'deleted', 'foreign', 'malformed', 'upper-case'],
  /** State of the API key. */
  key: ['own', 'none', 'wrong', 'unknown'],
  /** Distance of the publication date from the service's day. */
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
  /** True if the book is or becomes a final version. */
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
