/** The stories that `bookdist caller` plays: trouble that the document permits, or that networks produce. */
import type { OperationId } from '../contract/operations.ts';
import type { Effect, Story } from './story.ts';

/** What programs call the operations, for sentences. */
const calls: Readonly<Record<OperationId, string>> = {
  createBook: 'create',
  listBooks: 'list',
  readBook: 'read',
  lookUpBook: 'lookup by external id',
  updateBook: 'update',
  requestUploads: 'request for upload URLs',
  putFile: 'upload of a file',
  attachFile: 'attach',
  publishBook: 'publish',
  unpublishBook: 'unpublish',
  deleteBook: 'delete',
};

const reads: readonly OperationId[] = ['listBooks', 'readBook', 'lookUpBook'];
const shown: readonly OperationId[] = [...reads, 'createBook', 'updateBook'];

/** The document does not say that an external id may be used only once, so a repeated create may make a second book. */
const secondBook = { 'create.duplicate-external-id': 'accepted' };

/** Creates a story for each operation of a list. */
function forEach(
  operations: readonly OperationId[],
  name: string,
  create: (operation: OperationId, call: string) => Omit<Story, 'name'>,
): Story[] {
  return operations.map((operation) => ({
    name: `${calls[operation].replaceAll(/ (?:for|of|by) .*$/g, '').replaceAll(' ', '-')}-${name}`,
    ...create(operation, calls[operation]),
  }));
}

const once = (operation: OperationId, effect: Effect) => ({ troubles: [{ on: [operation], effect }] });
const always = (operation: OperationId, effect: Effect) => ({
  troubles: [{ on: [operation], times: 'all', effect } as const],
});

const writes = [
  'createBook',
  'updateBook',
  'requestUploads',
  'putFile',
  'attachFile',
  'publishBook',
  'unpublishBook',
  'deleteBook',
] as const;

const lostResponses: readonly Story[] = [
  ...forEach(writes, 'response-lost', (operation, call) => ({
    says: `The service carries out the first ${call}, but its response is lost.`,
    ...once(operation, { kind: 'lost-response' }),
    ...(operation === 'createBook' && { readings: secondBook }),
  })),
  {
    name: 'create-body-cut',
    says: 'The connection breaks in the middle of the response to the first create.',
    ...once('createBook', { kind: 'truncated-body' }),
    readings: secondBook,
  },
  {
    name: 'upload-urls-cut',
    says: 'The connection breaks in the middle of the first list of upload URLs.',
    ...once('requestUploads', { kind: 'truncated-body' }),
  },
  {
    name: 'read-body-cut',
    says: 'The connection breaks in the middle of the response to the first read, lookup or list.',
    troubles: [{ on: reads, effect: { kind: 'truncated-body' } }],
  },
  {
    name: 'create-slow',
    says: 'The response to the first create takes 30 seconds.',
    ...once('createBook', { kind: 'delay', seconds: 30 }),
    readings: secondBook,
  },
  {
    name: 'create-unanswered',
    says: 'The service carries out the first create, and never answers.',
    ...once('createBook', { kind: 'no-response' }),
    readings: secondBook,
  },
  {
    name: 'read-unanswered',
    says: 'The service never answers the first read, lookup or list.',
    troubles: [{ on: reads, effect: { kind: 'no-response' } }],
  },
  {
    name: 'upload-unanswered',
    says: 'The storage never answers the first upload of a file.',
    ...once('putFile', { kind: 'no-response' }),
  },
];

const lostRequests: readonly Story[] = [
  ...forEach(['createBook', 'publishBook'], 'request-lost', (operation, call) => ({
    says: `The connection breaks before the first ${call} reaches the service.`,
    ...once(operation, { kind: 'reset' }),
  })),
  {
    name: 'every-connection-breaks',
    says: 'The connection breaks before the first call of each kind reaches the service.',
    troubles: [{ each: true, effect: { kind: 'reset' } }],
  },
];

const overload: readonly Story[] = [
  {
    name: 'throttled-seconds',
    says: 'The first call of each kind gets 429 with a Retry-After of two seconds.',
    troubles: [{ each: true, effect: { kind: 'status', status: 429, retryAfterSeconds: 2 } }],
  },
  {
    name: 'throttled-date',
    says: 'The first call of each kind gets 429 with a date in Retry-After.',
    troubles: [
      {
        each: true,
        effect: { kind: 'status', status: 429, retryAfterSeconds: 2, retryAfterForm: 'date' },
      },
    ],
  },
  {
    name: 'throttled-without-time',
    says: 'The first call of each kind gets 429 without a Retry-After.',
    troubles: [{ each: true, effect: { kind: 'status', status: 429 } }],
  },
  {
    name: 'create-bad-gateway',
    says: 'The first create gets 502, and the service does nothing.',
    ...once('createBook', { kind: 'status', status: 502 }),
  },
  {
    name: 'create-bad-gateway-after-work',
    says: 'The first create gets 502, although the service created the book.',
    ...once('createBook', { kind: 'status-after-work', status: 502 }),
    readings: secondBook,
  },
  {
    name: 'update-gateway-timeout',
    says: 'The first update gets 504, and the service does nothing.',
    ...once('updateBook', { kind: 'status', status: 504 }),
  },
  {
    name: 'attach-gateway-timeout-after-work',
    says: 'The first attach gets 504, although the service attached the file.',
    ...once('attachFile', { kind: 'status-after-work', status: 504 }),
  },
  {
    name: 'publish-unavailable',
    says: 'The first publish gets 503, and the service does nothing.',
    ...once('publishBook', { kind: 'status', status: 503 }),
  },
  {
    name: 'publish-unavailable-after-work',
    says: 'The first publish gets 503, although the service queued the book.',
    ...once('publishBook', { kind: 'status-after-work', status: 503 }),
  },
  {
    name: 'read-bad-gateway',
    says: 'The first read, lookup or list gets 502.',
    troubles: [{ on: reads, effect: { kind: 'status', status: 502 } }],
  },
];

const outages: readonly Story[] = [
  ...forEach(writes, 'never-works', (operation, call) => ({
    says: `Each ${call} gets ${operation === 'putFile' ? 500 : 503}, and nothing happens.`,
    ...always(operation, { kind: 'status', status: operation === 'putFile' ? 500 : 503 }),
  })),
  ...forEach(['createBook', 'updateBook', 'attachFile', 'publishBook'], 'refused', (operation, call) => ({
    says: `The service refuses each ${call} with 422.`,
    ...always(operation, { kind: 'status', status: 422, invalidParam: 'value' }),
  })),
  {
    name: 'key-withdrawn',
    says: 'The key is withdrawn after two calls: every call gets 401.',
    troubles: [{ call: 3, effect: { kind: 'withdrawn-key' } }],
  },
];

const storage: readonly Story[] = [
  {
    name: 'upload-url-expired',
    says: 'The upload URLs of the first request have expired when the files are sent.',
    ...once('requestUploads', { kind: 'expired-urls' }),
  },
  {
    name: 'upload-throttled',
    says: 'The storage answers the first upload of a file with 503 and asks to slow down.',
    ...once('putFile', { kind: 'status', status: 503, retryAfterSeconds: 1 }),
  },
  {
    name: 'upload-fails-once',
    says: 'The storage answers the first upload of a file with 500.',
    ...once('putFile', { kind: 'status', status: 500 }),
  },
  {
    name: 'upload-breaks-off',
    says: 'The connection to the storage breaks in the middle of the first file.',
    ...once('putFile', { kind: 'reset' }),
  },
  {
    name: 'second-upload-refused',
    says: 'The storage answers the second upload of a file, and each later one, with 403.',
    troubles: [
      { on: ['putFile'], call: 2, times: 'all', effect: { kind: 'status', status: 403 } },
    ],
  },
];

const lists: readonly Story[] = [
  {
    name: 'writes-show-late',
    says: 'Lists and lookups show a new book a second later.',
    troubles: [{ on: ['listBooks', 'lookUpBook'] }],
    readings: { consistency: 'eventual' },
    start: { lagSeconds: 1 },
  },
  {
    name: 'create-lost-and-shown-late',
    says: 'The response to the first create is lost, and lists and lookups show the book a second later.',
    ...once('createBook', { kind: 'lost-response' }),
    readings: { ...secondBook, consistency: 'eventual' },
    start: { lagSeconds: 1 },
  },
  {
    name: 'pages-shift',
    says: 'Another program creates a book before each page of a list is read.',
    troubles: [{ on: ['listBooks'], times: 'all', effect: { kind: 'other-create' } }],
    start: { otherBooks: 120 },
  },
  {
    name: 'empty-page',
    says: 'The second page of a list is empty, although it is not the last.',
    troubles: [{ on: ['listBooks'], call: 2, effect: { kind: 'form', form: 'empty-page' } }],
    start: { otherBooks: 250 },
  },
  {
    name: 'other-books-first',
    says: 'Other programs of the account have 120 books, which lists show first.',
    troubles: [{ on: ['listBooks'] }],
    readings: { 'list.sort-direction': 'ascending' },
    start: { otherBooks: 120 },
  },
];

/** A story of a reading, which shows in successful responses to some operations. */
function reading(
  name: string,
  says: string,
  on: readonly OperationId[],
  readings: Readonly<Record<string, string>>,
  statuses?: readonly number[],
): Story {
  return { name, says, readings, troubles: [statuses === undefined ? { on } : { on, statuses }] };
}

const readings: readonly Story[] = [
  reading('create-returns-id', 'Create returns only the id of the book.', ['createBook'], {
    'create.response': 'walkthrough',
  }),
  reading('update-returns-id', 'Update returns only the id of the book.', ['updateBook'], {
    'update.response': 'walkthrough',
  }),
  reading(
    'bare-upload-urls',
    'The upload URLs come as a bare array, in another order than requested.',
    ['requestUploads'],
    { 'upload.response': 'reference', 'upload.order': 'any-order' },
  ),
  reading('upload-answers-204', 'The storage answers an upload with 204.', ['putFile'], {
    'put.success-status': '204',
  }),
  reading(
    'withdrawals-answer-202',
    'Unpublish and delete answer with 202 instead of 204.',
    ['unpublishBook', 'deleteBook'],
    { 'unpublish.success': '202', 'delete.success': '202' },
  ),
  reading('published-at-once', 'A book is published without a review.', ['publishBook'], {
    'publish.next-status': 'published',
  }),
  reading(
    'review-blocks-edits',
    'While a book is in review, edits get 409.',
    ['updateBook', 'attachFile'],
    { 'status.in-review-lock': '409' },
    [409],
  ),
  reading('deleted-is-gone', 'A deleted book answers with 410.', reads, { 'not-found.deleted': '410' }, [
    410,
  ]),
  reading(
    'missing-is-problem',
    'A 404 response has a Problem as its body.',
    ['readBook', 'updateBook', 'deleteBook', 'attachFile', 'publishBook'],
    { 'not-found.body': 'problem' },
    [404],
  ),
  {
    name: 'review-takes-long',
    says: 'The review of a published book takes ten seconds.',
    troubles: [{ on: ['publishBook'] }],
    start: { reviewSeconds: 10 },
  },
  {
    name: 'review-fails',
    says: 'The review of the published book ends with `action_needed`.',
    troubles: [{ on: ['publishBook'], times: 'all', effect: { kind: 'failed-review' } }],
  },
];

/** A story in which every response of some operations has another form. */
function form(
  name: string,
  says: string,
  formName: Extract<Effect, { readonly kind: 'form' }>['form'],
  on?: readonly OperationId[],
): Story {
  const effect = { kind: 'form', form: formName } as const;
  return { name, says, troubles: [{ ...(on !== undefined && { on }), times: 'all', effect }] };
}

const forms: readonly Story[] = [
  form('unknown-fields', 'Responses have fields that the document does not name.', 'extra-fields', [
    ...shown,
    'requestUploads',
  ]),
  form('unknown-status', 'A published book has a status that the document does not name.', 'unknown-status', reads),
  form('capital-headers', 'The names of response headers are in capitals.', 'capital-headers'),
  form('closed-connections', 'The service closes the connection after each response.', 'closed-connection'),
  form('spaced-json', 'Responses are indented JSON with a line break at the end.', 'spaced-json', [
    ...shown,
    'requestUploads',
  ]),
  reading('absent-fields', 'Fields without a value are absent instead of null.', shown, {
    'book.absent-vs-null': 'absent',
    'book.keyword.empty': 'absent',
  }),
  reading('times-with-offset', 'Times have an offset instead of Z.', [...reads, 'requestUploads'], {
    'timestamps.precision': 'offset',
  }),
  {
    name: 'clock-behind',
    says: 'The clock of the service is ten minutes behind, and upload URLs are valid for five minutes.',
    troubles: [{ on: ['requestUploads'] }],
    start: { clockMinutes: -10, uploadSeconds: 300 },
  },
];

/** All stories. Those that take long come first, so that they do not end last. */
export const stories: readonly Story[] = [
  ...lostResponses,
  ...outages,
  ...lostRequests,
  ...overload,
  ...storage,
  ...lists,
  ...readings,
  ...forms,
];
