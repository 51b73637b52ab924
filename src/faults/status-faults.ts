/** Faults in the statuses of books and of successful responses, and successes of requests that had no effect. */
import {
  type SandboxResponse,
  jsonResponse,
  withHeaders,
  emptyResponse,
} from '../sandbox/present/index.ts';
import type { RequirementId } from '../contract/requirements.ts';
import type { KeyedOperation, RequestTarget, Parts } from '../sandbox/replaceable-parts/index.ts';
import {
  nameFaults,
  allAreas,
  changeResponses,
  createWrongRefusal,
  refuseWhen,
  changeOperation,
  changeNewBooks,
  type Fault,
  defaultKey,
} from './fault.ts';
import { getSuccess } from '../contract/operations.ts';
import type { Contract } from '../contract/spec.ts';

/** Creates a fault that gives successful responses of one operation another status. */
function createSuccessFault(operation: KeyedOperation, status: number, requirement: RequirementId) {
  return {
    // For example `create-answers-200` for the requirement `create.answers-201`.
    name: `${requirement.replace('.', '-').replace(/-\d+$/, '')}-${status}`,
    breaks: [requirement],
    mayAlsoBreak: ['auth.no-effect'],
    description: `A successful ${operation} request gets the status ${status}.`,
    override: changeResponses((response, request) => {
      const isSuccess = request.operation === operation && response.status < 300;
      return isSuccess ? withStatus(response, status) : response;
    }),
  };
}

/** Returns the response with another status. A response without a body, such as a 204, gets an empty object. */
function withStatus(response: SandboxResponse, status: number): SandboxResponse {
  if (response.text !== '') return { ...response, status };
  return { ...withHeaders(response, { 'content-type': 'application/json' }), status, text: '{}' };
}

export const statusFaults: readonly Fault[] = [
  createSuccessFault('createBook', 200, 'create.answers-201'),
  createSuccessFault('readBook', 203, 'read.answers-200'),
  createSuccessFault('lookUpBook', 203, 'lookup.answers-200'),
  createSuccessFault('updateBook', 202, 'update.answers-200'),
  createSuccessFault('attachFile', 201, 'attach.answers-200'),
  createSuccessFault('publishBook', 200, 'publish.answers-204'),
  ...nameFaults({
    'lookup-answers-with-text': {
      breaks: ['body.json'],
      mayAlsoBreak: ['lookup.', 'list.', 'errors.'],
      description: 'A lookup returns the title of the book as plain text.',
      override: changeResponses((response, { operation }) =>
        operation === 'lookUpBook' && response.status < 300
          ? { ...withHeaders(response, { 'content-type': 'text/plain' }), text: 'The Salt Road' }
          : response,
      ),
    },
    'update-fails-now-and-then': {
      breaks: ['errors.no-5xx'],
      mayAlsoBreak: allAreas,
      description: 'Every fifth update gets the status 500.',
      override: ({ transport }) => {
        let updates = 0;
        return {
          transport: async (response, request) => {
            if (request.operation === 'updateBook') updates += 1;
            return request.operation === 'updateBook' && updates % 5 === 0
              ? jsonResponse(500, { message: 'Something went wrong.' })
              : transport(response, request);
          },
        };
      },
    },
    'print-book-starts-in-review': {
      breaks: ['create.draft'],
      mayAlsoBreak: [
        'create.',
        'status.',
        'update.',
        'publish.',
        'flow.',
        'list.',
        'delete.',
        'upload.',
      ],
      description: 'A new print book is in review from the start.',
      override: changeNewBooks((book) =>
        book.format === 'print' ? { ...book, status: 'in_review' } : book,
      ),
    },
    'edited-draft-goes-into-review': {
      breaks: ['update.draft-stays-draft', 'update.shows-draft'],
      mayAlsoBreak: allAreas,
      description: 'An edit of a draft puts the book into review.',
      override: () => ({
        rules: { getStatusAfterChange: (status) => (status === 'draft' ? 'in_review' : 'draft') },
      }),
    },
    'unpublish-does-nothing': {
      breaks: ['unpublish.withdraws', 'flow.withdraw-and-delete'],
      // A list may be the first response that shows that the status is unchanged.
      mayAlsoBreak: [
        'list.agrees-with-book',
        'unpublish.',
        'status.',
        'flow.',
        'update.',
        'delete.',
      ],
      description: 'Unpublish succeeds, but the book stays published.',
      override: () => ({
        rules: { isWithdrawable: () => true, getStatusAfterUnpublish: () => 'published' },
      }),
    },
    'delete-does-nothing': {
      breaks: ['delete.deletes'],
      mayAlsoBreak: ['delete.', 'flow.', 'list.', 'lookup.'],
      description: 'Delete succeeds, but the book stays.',
      override: changeOperation('deleteBook', async (operate, call, parts) => {
        const book = await parts.store.readBook(call.bookId);
        const isOwn = book?.account === call.account.id && book.deletedAt === undefined;
        return isOwn && book.status === 'draft' ? parts.present.delete() : operate(call, parts);
      }),
    },
    'drafts-never-deleted': {
      breaks: ['delete.deletes', 'flow.withdraw-and-delete'],
      mayAlsoBreak: ['delete.', 'auth.', 'lookup.', 'list.'],
      description: 'A delete is refused in every status.',
      override: refuseWhen('deleteBook', 'delete.refused-409', () => true),
    },
    'published-once-only': {
      breaks: ['publish.again', 'attach.publish-again', 'flow.edit-and-republish'],
      mayAlsoBreak: ['publish.', 'attach.', 'flow.', 'status.', 'update.'],
      description: 'A book that was published once cannot be published again.',
      override: (sandboxParts) => {
        const publishedIds = new Set<string>();
        return changeOperation('publishBook', async (operate, call, parts) => {
          if (publishedIds.has(call.bookId)) throw createWrongRefusal('publish.again');
          const response = await operate(call, parts);
          publishedIds.add(call.bookId);
          return response;
        })(sandboxParts);
      },
    },
  }),
  ...(['ebook', 'print', 'audio'] as const).map((format): Fault => {
    const flows = { ebook: 'flow.ebook', print: 'flow.print', audio: 'flow.audiobook' } as const;
    const flow = flows[format];
    return {
      name: `${format}-never-published`,
      breaks: format === 'ebook' ? [flow, 'publish.from-draft'] : [flow],
      mayAlsoBreak: allAreas,
      description: `No book of the format ${format} passes the final validation.`,
      override: refuseWhen('publishBook', flow, async ({ bookId }, { store }) => {
        return (await store.readBook(bookId))?.format === format;
      }),
    };
  }),
];

/** The bodies of successes. `id` is the id of a book that the response names. */
const emptyBodies: Readonly<Partial<Record<KeyedOperation, (id: string) => unknown>>> = {
  createBook: (id) => ({ bookId: id }),
  updateBook: (id) => ({ bookId: id }),
  requestUploads: () => ({ data: [] }),
  attachFile: () => ({}),
  listBooks: () => ({
    data: [],
    meta: { total: 0, page: 1, perPage: 50, lastPage: 1 },
    links: { self: '/v2/distribution/books', next: null, prev: null },
  }),
};

/** Creates a success without an effect, with the status of the contract. */
export function createSuccess(
  contract: Contract,
  operation: KeyedOperation,
  id: string,
): SandboxResponse {
  const { statuses } = getSuccess(contract.operations[operation]);
  const writeBody = emptyBodies[operation];
  const status = statuses === '2xx' ? 204 : (statuses[0] ?? 204);
  return writeBody ? jsonResponse(status, writeBody(id)) : emptyResponse(status);
}

/**
 * Returns a successful response to a request that was refused; undefined for an upload. The response has
 * the id of the book in the URL. For a read or a lookup, it shows any stored book, if there is one.
 */
export async function createEmptySuccess(
  { operation, url }: RequestTarget,
  { contract, newId, store, present, findAccount }: Parts,
): Promise<SandboxResponse | undefined> {
  if (operation === 'readBook' || operation === 'lookUpBook') {
    const [book] = await store.readAllBooks();
    const account = findAccount(defaultKey);
    return book && account && present.read(book, present.attributes(book, account));
  }
  return operation === undefined || operation === 'putFile'
    ? undefined
    : createSuccess(contract, operation, /\/books\/([^/?]+)/.exec(url)?.[1] ?? newId());
}
