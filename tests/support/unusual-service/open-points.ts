/** The points that the document leaves open, with everything that it permits. */

export type Choice = string | number;

/** A question that the document leaves open. */
export interface OpenPoint<C extends Choice = Choice> {
  /** When the service chooses: at each call, or once because a service treats like calls alike (decision 0010). */
  readonly per: 'call' | 'service';
  readonly usual: readonly C[];
  readonly seldom: readonly C[];
}

function perCall<const U extends Choice, const S extends Choice = never>(
  usual: readonly U[],
  seldom: readonly S[] = [],
): OpenPoint<U | S> {
  return { per: 'call', usual, seldom };
}

function perService<const U extends Choice, const S extends Choice = never>(
  usual: readonly U[],
  seldom: readonly S[] = [],
): OpenPoint<U | S> {
  return { per: 'service', usual, seldom };
}

/** Milliseconds, of which a call takes ten. */
const delays = [0, 0, 30, 400] as const;
const longDelays = [9000, 700_000] as const;

export const openPoints = {
  // Any call
  'too many calls': perCall(['no'], ['yes']),
  'a call that fails': perCall(['no'], ['503 before', '500 after', '502 after']),
  'the wait after too many calls': perCall(['none', '0', '1']),
  'the body of a failure': perCall(['', '<html>', '{"message":"later"}']),
  'further headers': perCall(['none', 'etag', 'location', 'other']),
  'the date header': perCall(['present', 'absent']),
  'the charset of JSON': perCall(['', '; charset=utf-8', ';charset=UTF-8']),
  'spaces in JSON': perCall([0, 2]),
  'the form of times': perCall(['milliseconds', 'seconds', 'offset', 'micros']),
  'unknown properties': perService(['ignored', 400, 422]),
  'the content type of an empty object': perService(['unchecked', 'checked']),
  'a missing empty object': perService(['accepted', 400]),
  'something other than an empty object': perService(['accepted', 400]),
  'the body is checked before the book': perCall(['yes', 'no']),

  'characters in JSON': perCall(['plain', 'escaped']),
  'a media type without a body': perCall(['absent', 'present']),
  'the clock of the service': perService([0], [-90_000, 90_000, 3_600_000]),

  // Keys
  'a malformed call without a key': perService(['401'], ['as with a key']),
  'the body of a 401': perCall(['message', 'text', 'empty', 'html', 'problem']),
  'a challenge for a key': perCall(['absent', 'present']),

  // Refusals
  'a value outside a range': perCall([400, 422]),
  'which of several refusals': perCall([400, 422]),
  'how many fields a refusal names': perCall(['all', 'first']),
  'the fields of a 422': perCall(['named', 'empty']),
  'the name of a nested field': perCall(['dots', 'brackets', 'pointer', 'top']),
  'the media type of a Problem': perCall(['problem+json', 'json']),
  'the type of a Problem': perCall(['absent', 'about:blank', 'urn:problem:7']),
  'the instance of a Problem': perCall(['prefix', 'below', 'query', 'url']),
  'further members of a Problem': perCall(['none', 'trace']),
  'the body of a 404': perCall(['message', 'problem']),
  'an id that is not a UUID': perCall([404, 400, 422]),

  // Fields of a request
  'the longest text': perService([10_000], [280]),
  'an empty text': perService(['accepted', 400, 422]),
  'how texts are stored': perService(['as sent'], ['NFC', 'NFD', 'trimmed']),
  'an empty list': perService(['accepted', 400, 422]),
  'unknown codes': perService(['accepted', 400, 422]),
  'null for an optional field': perCall(['accepted', 400, 422]),
  'null clears a field': perService(['clears'], ['ignored', 400, 422]),
  'null for a required field': perService([400, 422], ['ignored']),
  'a date of another type': perCall([400, 422]),
  'a date in another notation': perService([422, 'accepted']),
  'a date in the past on create': perService(['accepted'], [422]),
  'an ISBN of another type': perCall([400, 422]),
  'an ISBN with 979': perService(['accepted'], [422]),
  'an ISBN of other formats': perService(['accepted'], ['ignored', 400, 422]),
  'an ISBN used twice': perService(['accepted'], [409, 422, 400]),
  'an external id used twice': perService(['accepted', 409, 422, 400]),
  'a changed external id': perService(['accepted'], [422]),
  'an unknown format': perCall([400, 422]),
  'audio details of other formats': perService(['ignored', 'stored', 400, 422]),
  'a missing ISBN of a print book': perService(['never', 'publish'], [400, 422]),
  'missing audio details': perService(['never', 'publish'], [400, 422]),
  'a missing narrator': perService(['publish'], ['create', 'update']),
  'fields that only the service sets': perService(['ignored', 400, 422]),
  'fields that create does not list': perService(['ignored', 400, 422]),
  'an update of the format': perService([422, 400, 'ignored'], ['accepted']),
  'an update without fields': perService(['accepted', 400, 422]),
  'lists in an update': perService(['replaced'], ['merged']),
  'a create like an earlier one': perService(['accepted'], [409, 422]),
  'an update of audio details': perService(['replaced', 'merged']),
  'an update of a book that is neither draft nor published': perCall(['accepted'], [409, 422]),
  'the valid fields of a refused update': perService(['dropped'], ['stored']),
  'an update into the window': perService(['accepted'], [422]),

  // Chapters
  'chapters of other formats': perService([422, 400, 'ignored']),
  'no chapters': perService(['kept', 400, 422], ['cleared']),
  'null instead of chapters': perService([400, 422], ['cleared', 'kept']),
  'chapters that an update does not mention': perService(['kept'], ['dropped']),
  'a sequence that is no positive integer': perCall([400, 422]),
  'an ASCII title with other characters': perService(['accepted', 400, 422]),
  'when a file that is not attached is refused': perService(['update', 'publish']),
  'when a shared file is refused': perService(['update', 'publish']),
  'a chapter whose file another one gets': perService(['stays'], ['disappears']),
  'gaps between chapters': perService(['accepted'], ['publish', 422]),
  'the order of chapters': perService(['by sequence', 'as sent']),

  // Responses
  'the body of a create': perService(['id', 'book', 'both']),
  'the body of an update': perService(['id', 'book', 'both']),
  'a field without a value': perCall(['null', 'absent']),
  'an attribute of an item without a value': perCall(['null', 'absent']),
  'the form of times in a list': perService(['the same', 'any']),
  'no keywords': perCall(['empty', 'absent']),
  series: perService(['null', 'text', 'object', 'list']),
  'ebook details': perCall(['null', 'none', 'some', 'all']),
  'print details': perCall(['null', 'object']),
  'no chapters yet': perCall(['empty', 'null']),
  'the entries of files': perService(['ids', 'full', 'named']),
  'further attributes': perCall(['none', 'times', 'other']),
  'further members in lists': perService(['none', 'some']),
  'the order of a list of values': perCall(['as sent'], ['another']),
  'the case of ids': perService(['lower', 'upper']),
  'the imprint of a new book': perService(['named', 'nameless']),

  // What may be late
  'reads may be late': perService(['no', 'yes']),
  'new books are looked up late': perService(['no', 'yes']),
  'changes are looked up late': perService(['no', 'yes']),
  'lists may be late': perService(['no', 'yes', 'yes']),
  'items and order may lag apart': perService(['no', 'yes']),
  'until a change is shown': perCall(delays, [9000]),
  'until a later status is listed': perCall(delays, longDelays),
  'changes are listed after minutes': perCall(['no'], ['yes']),
  'until a new book is found': perCall(delays, [2000]),

  // Uploads
  'the body of an upload request': perService(['grants', 'bare']),
  'the order of grants': perCall(['as sent'], ['another']),
  'an upload request without files': perService([400, 'accepted']),
  'a descriptor without a label': perService([400, 'accepted']),
  'the label of a grant without one': perCall(['absent', 'null', 'empty']),
  'a hash in another form': perCall([400, 422]),
  'an upload request of a book that is no draft': perService(['accepted'], [409, 422]),
  'the lifetime of a URL': perCall([900_000, 86_400_000], [60, 1000, 60_000]),
  'the status of an upload': perService([200, 201, 204]),
  'the body of an upload': perCall(['', '<Stored/>', '{}']),
  'an upload after the deadline': perCall([403, 400, 401, 404, 410]),
  'a used URL before the attach': perService(['refused', 'overwrites']),
  'wrong bytes': perService(['attach', 'upload']),
  'a content type that does not fit': perService(['accepted'], [400, 403, 415]),
  'an upload for a deleted book': perCall(['accepted', 404, 403]),

  // Attach
  'an attach before the upload': perCall([422, 404, 409, 400]),
  'a second attach': perService(['accepted', 409, 422]),
  'another file name': perService(['accepted', 400, 422]),
  'the body of a wrong hash': perCall(['problem', 'message']),
  'an attach after the deadline': perService(['accepted'], [403, 409, 422]),
  'a second file of one role': perService(['added', 'replaces'], [409, 422]),
  'what is wrong with a file': perCall(['nothing'], ['attach', 'publish']),

  // Publish, unpublish and delete
  'day 14': perService(['inside', 'outside']),
  'the time zone of today': perService([0], [-12, 14]),
  'publish of a book that is no draft': perService(['accepted', 409, 422]),
  'files that a publish needs': perService(['none', 'content', 'both']),
  'tracks without a chapter': perService(['refused', 'accepted']),
  'another reason against a publish': perCall(['no'], ['yes']),
  'the statuses after a publish': perCall(
    ['in_review published', 'published', 'in_review', 'in_review action_needed'],
    ['', 'queued in_review published', 'published action_needed', 'draft published'],
  ),
  'until the next status': perCall(delays, longDelays),
  'a status on its way after a write': perCall(['stopped'], ['arrives']),
  'final after a publish': perService(['stays'], ['resets']),
  'unpublish of a book that is not published': perCall(['nothing', 409, 422], ['withdraws']),
  'unpublish of a book in review': perCall(['accepted'], [409, 422]),
  'the status of an unpublish': perService([204, 200, 202]),
  'the status of an unpublish without effect': perService([204, 200, 202]),
  'the body of an unpublish or delete': perCall(['', '{}', '{"done":true}', 'ok']),
  'until the status after an unpublish': perCall(delays, longDelays),
  'the status of a book after an unpublish': perCall(['withdrawn', 'draft'], ['retired']),
  'the statuses in which delete is refused': perService(
    ['published in_review', 'none'],
    ['in_review published withdrawn action_needed', 'published'],
  ),
  'another reason against a delete': perCall(['no'], ['yes']),
  'the status of a delete': perService([204, 200, 202]),
  'until a delete takes effect': perCall([0], [30, 400, 9000]),
  'a deleted book': perService(['gone'], ['tombstone']),
  'a call for a deleted book': perCall([404], [410]),
  'a second delete': perCall([404], [204, 409, 410]),

  // Lookups
  'case in a lookup': perService(['matters'], ['ignored']),
  'several books with one external id': perService(['newest', 'oldest'], [409, 422]),

  // Lists
  'the direction of a list': perService(['ascending', 'descending']),
  'the collation of a list': perService(['codes', 'words', 'folded']),
  'null in the order': perService(['first', 'last']),
  'ties in the order': perCall(['by creation'], ['by chance']),
  'the direction by creation time': perService(['ascending', 'descending']),
  'which languages a filter knows': perService(['all'], ['the first']),
  'the books that a filter knows': perService(['as items', 'as the order']),
  'withdrawn books in lists': perService(['listed'], ['left out']),
  'the parameters of a link': perCall(['as given', 'all', 'reversed']),
  'a page beyond the last': perCall(['empty', 400, 404, 422]),
  'the last page of an empty list': perCall([1, 0]),
  'the links of a list': perService(['path', 'url', 'below', 'query']),
  'the page before the first': perCall(['null'], ['self']),
  'the case of a language filter': perService(['ignored', 'uppercase']),
  'an unknown language': perCall(['empty', 400]),
  'unknown parameters': perService(['ignored', 400]),
  'the product identifier': perService(['isbn', 'own', 'null']),
  'the authors of an item': perService(['first last', 'last, first', 'all']),
  'the series of an item': perCall(['null', 'text']),
  'the time of the last change': perService(['any write', 'updates']),
};

export type PointName = keyof typeof openPoints;
