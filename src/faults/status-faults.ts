/** Faults in the status codes of successful responses and in the statuses of books. */
import { type Answer, jsonAnswer, withHeaders } from '../sandbox/present/index.ts';
import type { RequirementId } from '../contract/requirements.ts';
import type { KeyedOperation } from '../sandbox/parts/index.ts';
import {
  nameFaults,
  allAreas,
  changeResponses,
  createUnjustifiedRefusal,
  refuseWhen,
  replaceOperation,
  changeNewBooks,
  type Fault,
} from './fault.ts';

/** Gives the success of one operation another status. */
function createSuccessFault(
  operation: KeyedOperation,
  status: number,
  requirement: RequirementId,
): Fault {
  return {
    name: `${requirement.replace('.', '-').replace(/-\d+$/, '')}-${status}`,
    breaks: [requirement],
    mayAlsoBreak: ['auth.no-effect'],
    description: `A successful ${operation} has the status ${status}.`,
    override: changeResponses((answer, request) =>
      request.operation === operation && answer.status < 300 ? withStatus(answer, status) : answer,
    ),
  };
}

function withStatus(answer: Answer, status: number): Answer {
  return answer.text === ''
    ? {
        ...jsonAnswer(status, {}),
        headers: { ...answer.headers, 'content-type': 'application/json' },
      }
    : { ...answer, status };
}

export const statusFaults: readonly Fault[] = [
  createSuccessFault('createBook', 200, 'create.answers-201'),
  createSuccessFault('readBook', 203, 'read.answers-200'),
  createSuccessFault('lookUpBook', 203, 'lookup.answers-200'),
  createSuccessFault('updateBook', 202, 'update.answers-200'),
  createSuccessFault('attachFile', 201, 'attach.answers-200'),
  createSuccessFault('publishBook', 200, 'publish.answers-204'),
  ...nameFaults({
    'json-labelled-as-text': {
      breaks: ['body.json'],
      mayAlsoBreak: ['list.', 'errors.'],
      description: 'Every JSON body is labelled as plain text.',
      override: changeResponses((answer) =>
        answer.headers['content-type']?.startsWith('application/json') === true &&
        answer.status < 300
          ? withHeaders(answer, { 'content-type': 'text/plain' })
          : answer,
      ),
    },
    'update-fails-now-and-then': {
      breaks: ['errors.no-5xx'],
      mayAlsoBreak: allAreas,
      description: 'One update in five fails with 500.',
      override: ({ transport }) => {
        let updates = 0;
        return {
          transport: async (answer, request) => {
            if (request.operation === 'updateBook') updates += 1;
            return request.operation === 'updateBook' && updates % 5 === 0
              ? jsonAnswer(500, { message: 'Something went wrong.' })
              : transport(answer, request);
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
      description: 'A changed draft goes into review.',
      override: () => ({
        rules: { afterChange: (status) => (status === 'draft' ? 'in_review' : 'draft') },
      }),
    },
    'unpublish-does-nothing': {
      breaks: ['unpublish.withdraws', 'flow.withdraw-and-delete'],
      // A list may be the first to show the status.
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
        rules: { isWithdrawable: () => true, afterUnpublish: () => 'published' },
      }),
    },
    'delete-does-nothing': {
      breaks: ['delete.deletes'],
      mayAlsoBreak: ['delete.', 'flow.', 'list.', 'lookup.'],
      description: 'Delete succeeds, but the book stays.',
      override: replaceOperation('deleteBook', async (operate, call, parts) => {
        const book = await parts.store.readBook(call.bookId);
        const isOwn = book?.account === call.account.id && book.deletedAt === undefined;
        return isOwn && book.status === 'draft' ? parts.present.deleted() : operate(call, parts);
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
      override: (all) => {
        const published = new Set<string>();
        return replaceOperation('publishBook', async (operate, call, parts) => {
          if (published.has(call.bookId)) throw createUnjustifiedRefusal('publish.again');
          const answer = await operate(call, parts);
          published.add(call.bookId);
          return answer;
        })(all);
      },
    },
  }),
  ...(['ebook', 'print', 'audio'] as const).map((format): Fault => {
    const flow = ({ ebook: 'flow.ebook', print: 'flow.print', audio: 'flow.audiobook' } as const)[
      format
    ];
    return {
      name: `${format}-never-published`,
      breaks: format === 'ebook' ? [flow, 'publish.from-draft'] : [flow],
      mayAlsoBreak: allAreas,
      description: `No ${format} book passes the final validation.`,
      override: refuseWhen(
        'publishBook',
        flow,
        async ({ bookId }, { store }) => (await store.readBook(bookId))?.format === format,
      ),
    };
  }),
];
