/** The points at which the odd service does not choose, but always does what is usual. */
import type { PointName } from './open-points.ts';

/** The monitor takes another choice for a drift, although no sentence of the document forbids it. */
export const notYetVaried: Partial<Record<PointName, string>> = {
  'reads may be late': 'A read that shows the book as before a call is a drift.',
  'changes are looked up late': 'A lookup that shows the book as before an update is a drift.',
  'until the status after an unpublish': 'The effect of an unpublish must show at once.',
  'changes are listed after minutes': 'A list must show a change ten seconds later.',
  'until a later status is listed': 'A list must show a status that a read has shown.',
  'another reason against a delete': 'A draft must be deleted.',
  'until a delete takes effect': 'A deleted book must refuse further calls at once.',
  'the longest text': 'A text of 300 characters must be accepted.',
};

/** In a run of the suite, a case needs the usual choice as well. */
export const steadyInRuns: Partial<Record<PointName, string>> = {
  'the date header':
    'The run moves the clock of the service, and only this header tells the monitor.',
  'a call that fails':
    'A 5xx is a drift of `errors.no-5xx`, and a case takes the 500 of a publish for its result.',
  'another reason against a publish': 'A complete book must be published.',
  'what is wrong with a file': 'A file with the right hash must be attached.',
  'a media type without a body': 'A 204 with a media type counts as one with a body.',
  'a descriptor without a label': 'A grant must repeat a label that was not sent.',
  'a second delete': 'A service has one status for every delete.',
  'the status of an unpublish': 'A service has one status for every unpublish.',
  'the status of an unpublish without effect': 'A service has one status for every unpublish.',
};
