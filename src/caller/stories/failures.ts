/** Stories of a service or a storage that fails, is overloaded, or refuses. */
import type { Story } from '../story.ts';
import { always, forEach, once, reads, secondBook, secondFile, writes } from './build.ts';

export const overload: readonly Story[] = [
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
  ...forEach(['attachFile', 'publishBook'], 'throttled', (operation, call) => ({
    says: `The first ${call} gets 429 with a Retry-After of one second.`,
    ...once(operation, { kind: 'status', status: 429, retryAfterSeconds: 1 }),
  })),
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
    readings: secondFile,
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
  {
    name: 'second-run-read-bad-gateway',
    says: 'The program runs again after its work was done, and its first read, lookup or list gets 502.',
    troubles: [{ on: reads, effect: { kind: 'status', status: 502 } }],
    readings: secondBook,
    start: { ranBefore: true },
  },
  {
    name: 'second-run-lookup-refused',
    says: 'The program runs again after its work was done, and its first lookup gets 422, but not for the external id.',
    ...once('lookUpBook', { kind: 'status', status: 422, invalidParam: 'value' }),
    readings: secondBook,
    start: { ranBefore: true },
  },
  ...forEach(
    ['attachFile', 'publishBook', 'unpublishBook', 'deleteBook'],
    'redirected',
    (operation, call) => ({
      says: `A gateway redirects the first ${call} to a page that answers with 200.`,
      ...once(operation, { kind: 'redirect' }),
    }),
  ),
  {
    name: 'read-gets-html',
    says: 'A proxy answers the first read, lookup or list with 200 and an HTML page.',
    troubles: [{ on: reads, effect: { kind: 'html-page' } }],
  },
];

const refusable = [
  'createBook',
  'updateBook',
  'attachFile',
  'publishBook',
  'unpublishBook',
  'deleteBook',
] as const;

export const outages: readonly Story[] = [
  ...forEach(writes, 'never-works', (operation, call) => ({
    says: `Each ${call} gets ${operation === 'putFile' ? 500 : 503}, and nothing happens.`,
    ...always(operation, { kind: 'status', status: operation === 'putFile' ? 500 : 503 }),
  })),
  ...forEach(refusable, 'refused', (operation, call) => ({
    says: `The service refuses each ${call} with 422.`,
    ...always(operation, { kind: 'status', status: 422, invalidParam: 'value' }),
  })),
  ...forEach(refusable, 'refused-once', (operation, call) => ({
    says: `The service refuses the first ${call} with 422, and no other.`,
    ...once(operation, { kind: 'status', status: 422, invalidParam: 'value' }),
  })),
  {
    name: 'second-publish-never-works',
    says: 'Each publish but the first gets 503, and nothing happens.',
    troubles: [
      { on: ['publishBook'], call: 2, times: 'all', effect: { kind: 'status', status: 503 } },
    ],
  },
  {
    name: 'cover-upload-never-works',
    says: 'Each upload of a cover gets 500, and the service publishes books without a cover.',
    troubles: [
      { on: ['putFile'], files: 'cover', times: 'all', effect: { kind: 'status', status: 500 } },
    ],
    readings: { 'flow.cover-mandatory': 'no' },
  },
  {
    name: 'throttled-for-ever',
    says: 'From the third call on, every call gets 429 with a Retry-After of one second.',
    troubles: [
      { call: 3, times: 'all', effect: { kind: 'status', status: 429, retryAfterSeconds: 1 } },
    ],
  },
  {
    name: 'second-attach-refused',
    says: 'The service refuses each attach but the first with 422, and publishes books without a cover.',
    troubles: [
      {
        on: ['attachFile'],
        call: 2,
        times: 'all',
        effect: { kind: 'status', status: 422, invalidParam: 'hashSha256' },
      },
    ],
    readings: { 'flow.cover-mandatory': 'no' },
  },
  {
    name: 'key-withdrawn',
    says: 'The key is withdrawn after two calls: every call gets 401.',
    troubles: [{ call: 3, effect: { kind: 'withdrawn-key' } }],
  },
];

export const storage: readonly Story[] = [
  {
    name: 'upload-url-expired',
    says: 'The upload URLs of the first request have expired when the files are sent.',
    ...once('requestUploads', { kind: 'expired-urls' }),
  },
  {
    name: 'upload-url-refused',
    says: 'The storage answers the first upload of a file with 403.',
    ...once('putFile', { kind: 'status', status: 403 }),
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
    name: 'uploads-at-service',
    says: 'The upload URLs are on the host of the service.',
    troubles: [{ on: ['putFile'] }],
    start: { uploadsAtService: true },
  },
  {
    name: 'second-upload-refused',
    says: 'The storage answers the second upload of a file, and each later one, with 403.',
    troubles: [{ on: ['putFile'], call: 2, times: 'all', effect: { kind: 'status', status: 403 } }],
  },
];
