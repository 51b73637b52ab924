/** Stories of the network: lost responses and requests, and calls that are never answered. */
import type { Story } from '../story.ts';
import { forEach, once, reads, secondBook, secondFile, writes } from './build.ts';

export const lostResponses: readonly Story[] = [
  ...forEach(writes, 'response-lost', (operation, call) => ({
    says: `The service carries out the first ${call}, but its response is lost.`,
    ...once(operation, { kind: 'lost-response' }),
    ...(operation === 'createBook' && { readings: secondBook }),
    ...(operation === 'attachFile' && { readings: secondFile }),
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
    name: 'update-slow-unpublish-fails',
    says: 'The response to the first update takes 12 seconds, and each unpublish gets 503.',
    troubles: [
      { on: ['updateBook'], effect: { kind: 'delay', seconds: 12 } },
      { on: ['unpublishBook'], times: 'all', effect: { kind: 'status', status: 503 } },
    ],
  },
  {
    name: 'create-trickles',
    says: 'The response to the first create arrives in small pieces, over four minutes.',
    ...once('createBook', { kind: 'slow-body', seconds: 240 }),
    readings: secondBook,
  },
  {
    name: 'read-trickles',
    says: 'The response to the first read, lookup or list arrives in small pieces, over four minutes.',
    troubles: [{ on: reads, effect: { kind: 'slow-body', seconds: 240 } }],
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

export const lostRequests: readonly Story[] = [
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
