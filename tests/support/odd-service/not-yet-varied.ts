/** The points at which the odd service does not choose, but always does what is usual. */
import type { PointName } from './open-points.ts';

/** The monitor takes another choice for a drift, although no sentence of the document forbids it. */
export const notYetVaried: Partial<Record<PointName, string>> = {
  'reads may be late': 'A read that shows the book as before a call is a drift.',
  'changes are looked up late': 'A lookup that shows the book as before an update is a drift.',
  'lists in an update': 'Two updates at the same time must not both add to a list.',
  'the order of a list of values': 'Values in another order are other values.',
  'an attribute of an item without a value': 'A list item must have the attributes that are null.',
  'further members in lists': 'Undocumented members belong to the values that an update adds to.',
  'the form of times in a list': 'The creation time of a book is compared as text.',
  'a status on its way after a write': 'A status that arrives after an update is a drift.',
  'until the status after an unpublish': 'The effect of an unpublish must show at once.',
  'changes are listed after minutes': 'A list must show a change ten seconds later.',
  'until a later status is listed': 'A list must show a status that a read has shown.',
  'which languages a filter knows': 'A filter must know every language of a book.',
  'an upload for a deleted book': 'A delete must not take effect before its response.',
  'another reason against a delete': 'A draft must be deleted.',
  'until a delete takes effect': 'A deleted book must refuse further calls at once.',
  'a used URL before the attach':
    'After an attach that failed, a further upload must be refused as after one that succeeded.',
  'the longest text': 'A text of 300 characters must be accepted.',
  'a content type that does not fit':
    'A cover whose name ends with `.mp3` must be accepted as MP3.',
  'an update of a book that is neither draft nor published':
    'A book that was shown as published after a second publish must accept updates.',
};

/** In a run of the suite, a case needs the usual choice as well. */
export const steadyInRuns: Partial<Record<PointName, string>> = {
  'a call that fails':
    'A 5xx is a drift of `errors.no-5xx`, and a case takes the 500 of a publish for its result.',
  'another reason against a publish': 'A complete book must be published.',
  'what is wrong with a file': 'A file with the right hash must be attached.',
  'a media type without a body': 'A 204 with a media type counts as one with a body.',
  'a second delete': 'A service has one status for every delete.',
  'the status of an unpublish': 'A service has one status for every unpublish.',
  'the status of an unpublish without effect': 'A service has one status for every unpublish.',
};
