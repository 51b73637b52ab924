/** The points that the document leaves open, with everything that it permits. */

export type Choice = string | number;

/** A question that the document leaves open. */
export interface OpenPoint<C extends Choice = Choice> {
  /** When the service chooses: at each call, or once because a service treats like calls alike (decision 0010). */
  readonly per: 'call' | 'service';
  /** The section of the document. */
  readonly from: string;
  readonly usual: readonly C[];
  readonly seldom: readonly C[];
}

function perCall<const U extends Choice, const S extends Choice = never>(
  from: string,
  usual: readonly U[],
  seldom: readonly S[] = [],
): OpenPoint<U | S> {
  return { per: 'call', from, usual, seldom };
}

function perService<const U extends Choice, const S extends Choice = never>(
  from: string,
  usual: readonly U[],
  seldom: readonly S[] = [],
): OpenPoint<U | S> {
  return { per: 'service', from, usual, seldom };
}

/** Milliseconds, of which a call takes ten. */
const delays = [0, 0, 30, 400] as const;
const longDelays = [9000, 700_000] as const;

export const openPoints = {
  // Any call
  'too many calls': perCall('Limits', ['no'], ['yes']),
  'a call that fails': perCall('Errors', ['no'], ['503 before', '500 after', '502 after']),
  'the wait after too many calls': perCall('Limits', ['none', '0', '1']),
  'the body of a failure': perCall('Errors', ['', '<html>', '{"message":"later"}']),
  'further headers': perCall('Introduction', ['none', 'etag', 'location', 'other']),
  'the date header': perCall('Introduction', ['present', 'absent']),
  'the charset of JSON': perCall('Introduction', ['', '; charset=utf-8', ';charset=UTF-8']),
  'spaces in JSON': perCall('Introduction', [0, 2]),
  'the form of times': perCall('Book list item', ['milliseconds', 'seconds', 'offset', 'micros']),
  'unknown properties': perService('Endpoints', ['ignored', 400, 422]),
  'the content type of an empty object': perService('Errors', ['unchecked', 'checked']),
  'a missing empty object': perService('Endpoints', ['accepted', 400]),
  'something other than an empty object': perService('Endpoints', ['accepted', 400]),
  'the body is checked before the book': perCall('Errors', ['yes', 'no']),

  'characters in JSON': perCall('Introduction', ['plain', 'escaped']),
  'a media type without a body': perCall('Introduction', ['absent', 'present']),
  'the clock of the service': perService('Book list item', [0], [-90_000, 90_000, 3_600_000]),

  // Keys
  'a malformed call without a key': perService('Authentication', ['401'], ['as with a key']),
  'the body of a 401': perCall('Errors', ['message', 'text', 'empty', 'html', 'problem']),
  'a challenge for a key': perCall('Authentication', ['absent', 'present']),

  // Refusals
  'a value outside a range': perCall('Errors', [400, 422]),
  'which of several refusals': perCall('Errors', [400, 422]),
  'how many fields a refusal names': perCall('Errors', ['all', 'first']),
  'the fields of a 422': perCall('Errors', ['named', 'empty']),
  'the name of a nested field': perCall('Problem object', ['dots', 'brackets', 'pointer', 'top']),
  'the media type of a Problem': perCall('Problem object', ['problem+json', 'json']),
  'the type of a Problem': perCall('Problem object', ['absent', 'about:blank', 'urn:problem:7']),
  'the instance of a Problem': perCall('Problem object', ['prefix', 'below', 'query', 'url']),
  'further members of a Problem': perCall('Problem object', ['none', 'trace']),
  'the body of a 404': perCall('Errors', ['message', 'problem']),
  'an id that is not a UUID': perCall('Endpoints', [404, 400, 422]),

  // Fields of a request
  'the longest text': perService('Limits', [10_000], [280]),
  'an empty text': perService('Limits', ['accepted', 400, 422]),
  'how texts are stored': perService('Limits', ['as sent'], ['NFC', 'NFD', 'trimmed']),
  'an empty list': perService('Book', ['accepted', 400, 422]),
  'unknown codes': perService('Book', ['accepted', 400, 422]),
  'null for an optional field': perCall('Endpoints', ['accepted', 400, 422]),
  'null clears a field': perService('Endpoints', ['clears'], ['ignored', 400, 422]),
  'null for a required field': perService('Endpoints', [400, 422], ['ignored']),
  'a date of another type': perCall('Book', [400, 422]),
  'a date in another notation': perService('Book', [422, 'accepted']),
  'a date in the past on create': perService('Book', ['accepted'], [422]),
  'an ISBN of another type': perCall('Book', [400, 422]),
  'an ISBN with 979': perService('Book', ['accepted'], [422]),
  'an ISBN of other formats': perService('Book', ['accepted'], ['ignored', 400, 422]),
  'an ISBN used twice': perService('Book', ['accepted'], [409, 422, 400]),
  'an external id used twice': perService('Book', ['accepted', 409, 422, 400]),
  'a changed external id': perService('Book', ['accepted'], [422]),
  'an unknown format': perCall('Errors', [400, 422]),
  'audio details of other formats': perService('Book', ['ignored', 'stored', 400, 422]),
  'a missing ISBN of a print book': perService('Endpoints', ['never', 'publish'], [400, 422]),
  'missing audio details': perService('Endpoints', ['never', 'publish'], [400, 422]),
  'a missing narrator': perService('Book', ['publish'], ['create', 'update']),
  'fields that only the service sets': perService('Endpoints', ['ignored', 400, 422]),
  'fields that create does not list': perService('Endpoints', ['ignored', 400, 422]),
  'an update of the format': perService('Endpoints', [422, 400, 'ignored'], ['accepted']),
  'an update without fields': perService('Endpoints', ['accepted', 400, 422]),
  'lists in an update': perService('Endpoints', ['replaced'], ['merged']),
  'a create like an earlier one': perService('Endpoints', ['accepted'], [409, 422]),
  'an update of audio details': perService('Endpoints', ['replaced', 'merged']),
  'an update of a book that is neither draft nor published': perCall(
    'States and transitions',
    ['accepted'],
    [409, 422],
  ),
  'the valid fields of a refused update': perService(
    'States and transitions',
    ['dropped'],
    ['stored'],
  ),
  'an update into the window': perService('States and transitions', ['accepted'], [422]),

  // Chapters
  'chapters of other formats': perService('Chapter', [422, 400, 'ignored']),
  'no chapters': perService('Chapter', ['kept', 400, 422], ['cleared']),
  'null instead of chapters': perService('Chapter', [400, 422], ['cleared', 'kept']),
  'chapters that an update does not mention': perService('Chapter', ['kept'], ['dropped']),
  'a sequence that is no positive integer': perCall('Chapter', [400, 422]),
  'an ASCII title with other characters': perService('Chapter', ['accepted', 400, 422]),
  'when a file that is not attached is refused': perService('Chapter', ['update', 'publish']),
  'when a shared file is refused': perService('Chapter', ['update', 'publish']),
  'a chapter whose file another one gets': perService('Chapter', ['stays'], ['disappears']),
  'gaps between chapters': perService('Chapter', ['accepted'], ['publish', 422]),
  'the order of chapters': perService('Chapter', ['by sequence', 'as sent']),

  // Responses
  'the body of a create': perService('Endpoints', ['id', 'book', 'both']),
  'the body of an update': perService('Endpoints', ['id', 'book', 'both']),
  'a field without a value': perCall('Book', ['null', 'absent']),
  'an attribute of an item without a value': perCall('Book list item', ['null', 'absent']),
  'the form of times in a list': perService('Book list item', ['the same', 'any']),
  'no keywords': perCall('Book', ['empty', 'absent']),
  series: perService('Book', ['null', 'text', 'object', 'list']),
  'ebook details': perCall('Book', ['null', 'none', 'some', 'all']),
  'print details': perCall('Book', ['null', 'object']),
  'no chapters yet': perCall('Book', ['empty', 'null']),
  'the entries of files': perService('Book', ['ids', 'full', 'named']),
  'further attributes': perCall('Book', ['none', 'times', 'other']),
  'further members in lists': perService('Book', ['none', 'some']),
  'the order of a list of values': perCall('Book', ['as sent'], ['another']),
  'the case of ids': perService('Endpoints', ['lower', 'upper']),
  'the imprint of a new book': perService('Book', ['named', 'nameless']),

  // What may be late
  'reads may be late': perService('What the service does', ['no', 'yes']),
  'new books are looked up late': perService('What the service does', ['no', 'yes']),
  'changes are looked up late': perService('What the service does', ['no', 'yes']),
  'lists may be late': perService('What the service does', ['no', 'yes', 'yes']),
  'items and order may lag apart': perService('What the service does', ['no', 'yes']),
  'until a change is shown': perCall('What the service does', delays, [9000]),
  'until a later status is listed': perCall('What the service does', delays, longDelays),
  'changes are listed after minutes': perCall('What the service does', ['no'], ['yes']),
  'until a new book is found': perCall('What the service does', delays, [2000]),

  // Uploads
  'the body of an upload request': perService('Endpoints', ['grants', 'bare']),
  'the order of grants': perCall('Endpoints', ['as sent'], ['another']),
  'an upload request without files': perService('Endpoints', [400, 'accepted']),
  'a descriptor without a label': perService('File upload descriptor', [400, 'accepted']),
  'the label of a grant without one': perCall('File upload grant', ['absent', 'null', 'empty']),
  'a hash in another form': perCall('File upload descriptor', [400, 422]),
  'an upload request of a book that is no draft': perService(
    'States and transitions',
    ['accepted'],
    [409, 422],
  ),
  'the lifetime of a URL': perCall('Limits', [900_000, 86_400_000], [60, 1000, 60_000]),
  'the status of an upload': perService('Endpoints', [200, 201, 204]),
  'the body of an upload': perCall('Endpoints', ['', '<Stored/>', '{}']),
  'an upload after the deadline': perCall('File upload grant', [403, 400, 401, 404, 410]),
  'a used URL before the attach': perService('Errors', ['refused', 'overwrites']),
  'wrong bytes': perService('Endpoints', ['attach', 'upload']),
  'a content type that does not fit': perService('Endpoints', ['accepted'], [400, 403, 415]),
  'an upload for a deleted book': perCall('States and transitions', ['accepted', 404, 403]),

  // Attach
  'an attach before the upload': perCall('Errors', [422, 404, 409, 400]),
  'a second attach': perService('Errors', ['accepted', 409, 422]),
  'another file name': perService('Errors', ['accepted', 400, 422]),
  'the body of a wrong hash': perCall('Problem object', ['problem', 'message']),
  'an attach after the deadline': perService('File upload grant', ['accepted'], [403, 409, 422]),
  'a second file of one role': perService('Book', ['added', 'replaces'], [409, 422]),
  'what is wrong with a file': perCall('Endpoints', ['nothing'], ['attach', 'publish']),

  // Publish, unpublish and delete
  'day 14': perService('States and transitions', ['inside', 'outside']),
  'the time zone of today': perService('States and transitions', [0], [-12, 14]),
  'publish of a book that is no draft': perService('States and transitions', [
    'accepted',
    409,
    422,
  ]),
  'files that a publish needs': perService('States and transitions', ['none', 'content', 'both']),
  'tracks without a chapter': perService('Errors', ['refused', 'accepted']),
  'another reason against a publish': perCall('States and transitions', ['no'], ['yes']),
  'the statuses after a publish': perCall(
    'States and transitions',
    ['in_review published', 'published', 'in_review', 'in_review action_needed'],
    ['', 'queued in_review published', 'published action_needed', 'draft published'],
  ),
  'until the next status': perCall('States and transitions', delays, longDelays),
  'a status on its way after a write': perCall('States and transitions', ['stopped'], ['arrives']),
  'final after a publish': perService('Book', ['stays'], ['resets']),
  'unpublish of a book that is not published': perCall(
    'Endpoints',
    ['nothing', 409, 422],
    ['withdraws'],
  ),
  'unpublish of a book in review': perCall('Endpoints', ['accepted'], [409, 422]),
  'the status of an unpublish': perService('Endpoints', [204, 200, 202]),
  'the status of an unpublish without effect': perService('Endpoints', [204, 200, 202]),
  'the body of an unpublish or delete': perCall('Endpoints', ['', '{}', '{"done":true}', 'ok']),
  'until the status after an unpublish': perCall('States and transitions', delays, longDelays),
  'the status of a book after an unpublish': perCall(
    'States and transitions',
    ['withdrawn', 'draft'],
    ['retired'],
  ),
  'the statuses in which delete is refused': perService(
    'States and transitions',
    ['published in_review', 'none'],
    ['in_review published withdrawn action_needed', 'published'],
  ),
  'another reason against a delete': perCall('States and transitions', ['no'], ['yes']),
  'the status of a delete': perService('Endpoints', [204, 200, 202]),
  'until a delete takes effect': perCall('States and transitions', [0], [30, 400, 9000]),
  'a deleted book': perService('States and transitions', ['gone'], ['tombstone']),
  'a call for a deleted book': perCall('Errors', [404], [410]),
  'a second delete': perCall('Errors', [404], [204, 409, 410]),

  // Lookups
  'case in a lookup': perService('Endpoints', ['matters'], ['ignored']),
  'several books with one external id': perService('Endpoints', ['newest', 'oldest'], [409, 422]),

  // Lists
  'the direction of a list': perService('Endpoints', ['ascending', 'descending']),
  'the collation of a list': perService('Endpoints', ['codes', 'words', 'folded']),
  'null in the order': perService('Endpoints', ['first', 'last']),
  'ties in the order': perCall('Endpoints', ['by creation'], ['by chance']),
  'the direction by creation time': perService('Endpoints', ['ascending', 'descending']),
  'which languages a filter knows': perService('Endpoints', ['all'], ['the first']),
  'the books that a filter knows': perService('Endpoints', ['as items', 'as the order']),
  'withdrawn books in lists': perService('Book list item', ['listed'], ['left out']),
  'the parameters of a link': perCall('Book list item', ['as given', 'all', 'reversed']),
  'a page beyond the last': perCall('Endpoints', ['empty', 400, 404, 422]),
  'the last page of an empty list': perCall('Book list item', [1, 0]),
  'the links of a list': perService('Book list item', ['path', 'url', 'below', 'query']),
  'the page before the first': perCall('Book list item', ['null'], ['self']),
  'the case of a language filter': perService('Endpoints', ['ignored', 'uppercase']),
  'an unknown language': perCall('Endpoints', ['empty', 400]),
  'unknown parameters': perService('Endpoints', ['ignored', 400]),
  'the product identifier': perService('Book list item', ['isbn', 'own', 'null']),
  'the authors of an item': perService('Book list item', ['first last', 'last, first', 'all']),
  'the series of an item': perCall('Book list item', ['null', 'text']),
  'the time of the last change': perService('Book list item', ['any write', 'updates']),
};

export type PointName = keyof typeof openPoints;
