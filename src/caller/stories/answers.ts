/** Stories of responses that the document permits, but that few programs have seen. */
import { operationIds, type OperationId } from '../../contract/operations.ts';
import type { ResponseForm, Story, Trouble } from '../story.ts';
import { once, reads, secondBook, shown, writes } from './build.ts';

export const lists: readonly Story[] = [
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
    name: 'create-lost-among-others',
    says: 'The response to the first create is lost, and lists show 120 books of other programs first.',
    ...once('createBook', { kind: 'lost-response' }),
    readings: { ...secondBook, 'list.sort-direction': 'ascending' },
    start: { otherBooks: 120 },
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
    name: 'page-ends-between-books',
    says: 'Other programs have 99 books, which lists show first, so that a page ends after the first book of the program.',
    troubles: [{ on: ['listBooks'] }],
    readings: { 'list.sort-direction': 'ascending' },
    start: { otherBooks: 99 },
  },
  {
    name: 'drafts-with-same-titles',
    says: 'Another program has drafts without files, with the same titles as the books that the program leaves.',
    troubles: [{ on: ['listBooks'] }],
    start: { twins: 'draft' },
  },
  {
    name: 'withdrawn-with-same-titles',
    says: 'Another program has withdrawn books with the same titles as those of the program.',
    troubles: [{ on: ['listBooks'] }],
    start: { twins: 'withdrawn' },
  },
  {
    name: 'other-books-first',
    says: 'Other programs of the account have 120 books, which lists show first.',
    troubles: [{ on: ['listBooks'] }],
    readings: { 'list.sort-direction': 'ascending' },
    start: { otherBooks: 120 },
  },
];

/** The stories of readings: successful responses to the operations show them, or those with the given statuses. */
export const readings: readonly Story[] = [
  {
    name: 'create-returns-id',
    says: 'Create returns only the id of the book.',
    troubles: [{ on: ['createBook'] }],
    readings: { 'create.response': 'walkthrough' },
  },
  {
    name: 'update-returns-id',
    says: 'Update returns only the id of the book.',
    troubles: [{ on: ['updateBook'] }],
    readings: { 'update.response': 'walkthrough' },
  },
  {
    name: 'bare-upload-urls',
    says: 'The upload URLs come as a bare array, in another order than requested.',
    troubles: [{ on: ['requestUploads'] }],
    readings: { 'upload.response': 'reference', 'upload.order': 'any-order' },
  },
  {
    name: 'upload-urls-reordered',
    says: 'The upload URLs come in another order than requested.',
    troubles: [{ on: ['requestUploads'] }],
    readings: { 'upload.order': 'any-order' },
  },
  {
    name: 'upload-answers-204',
    says: 'The storage answers an upload with 204.',
    troubles: [{ on: ['putFile'] }],
    readings: { 'put.success-status': '204' },
  },
  {
    name: 'withdrawals-answer-202',
    says: 'Unpublish and delete answer with 202 instead of 204.',
    troubles: [{ on: ['unpublishBook', 'deleteBook'] }],
    readings: { 'unpublish.success': '202', 'delete.success': '202' },
  },
  {
    name: 'published-at-once',
    says: 'A book is published without a review.',
    troubles: [{ on: ['publishBook'] }],
    readings: { 'publish.next-status': 'published' },
  },
  {
    name: 'review-blocks-edits',
    says: 'While a book is in review, edits get 409.',
    troubles: [{ on: ['updateBook', 'attachFile'], statuses: [409] }],
    readings: { 'status.in-review-lock': '409' },
  },
  {
    name: 'deleted-is-gone',
    says: 'A deleted book answers with 410.',
    troubles: [{ on: reads, statuses: [410] }],
    readings: { 'not-found.deleted': '410' },
  },
  {
    name: 'missing-is-problem',
    says: 'A 404 response has a Problem as its body.',
    troubles: [{ on: [...reads, ...writes], statuses: [404] }],
    readings: { 'not-found.body': 'problem' },
  },
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

/** Returns the trouble that every response has another form. */
function inForm(form: ResponseForm, on: readonly OperationId[]): Trouble {
  return { on, times: 'all', effect: { kind: 'form', form } };
}

export const forms: readonly Story[] = [
  {
    name: 'unknown-fields',
    says: 'Responses have fields that the document does not name.',
    troubles: [inForm('extra-fields', [...shown, 'requestUploads'])],
  },
  {
    name: 'unknown-status',
    says: 'A published book has a status that the document does not name.',
    troubles: [inForm('unknown-status', reads)],
  },
  {
    name: 'capital-headers',
    says: 'The names of response headers are in capitals.',
    troubles: [inForm('capital-headers', operationIds)],
  },
  {
    name: 'closed-connections',
    says: 'The service closes the connection after each response.',
    troubles: [inForm('closed-connection', operationIds)],
  },
  {
    name: 'spaced-json',
    says: 'Responses are indented JSON with a line break at the end.',
    troubles: [inForm('spaced-json', [...shown, 'requestUploads'])],
  },
  {
    name: 'gzip-bodies',
    says: 'Responses to calls that accept gzip are compressed.',
    troubles: [inForm('gzip', operationIds)],
  },
  {
    name: 'chunked-bodies',
    says: 'Responses are sent in chunks, without their length.',
    troubles: [inForm('chunked', operationIds)],
  },
  {
    name: 'absent-fields',
    says: 'Fields without a value are absent instead of null.',
    troubles: [{ on: shown }],
    readings: { 'book.absent-vs-null': 'absent', 'book.keyword.empty': 'absent' },
  },
  {
    name: 'times-with-offset',
    says: 'Times have an offset instead of Z.',
    troubles: [{ on: [...reads, 'requestUploads'] }],
    readings: { 'timestamps.precision': 'offset' },
  },
  {
    name: 'clock-behind',
    says: 'The clock of the service is ten minutes behind, and upload URLs are valid for five minutes.',
    troubles: [{ on: ['requestUploads'] }],
    start: { clockMinutes: -10, uploadSeconds: 300 },
  },
];
