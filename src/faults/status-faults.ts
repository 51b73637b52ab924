/** Faults in the status codes of successful responses and in the statuses of books. */
import { type Answer, jsonAnswer, withHeaders } from '../sandbox/present/index.ts';
import type { RequirementId } from '../contract/requirements.ts';
import type { KeyedOperation } from '../sandbox/parts/index.ts';
import {
  faultsIn,
  everyArea,
  changingResponses,
  unjustifiedRefusal,
  refusesTo,
  replacing,
  storing,
  type Fault,
} from './fault.ts';

/** Gives the success of one operation another status. */
function succeedsAs(operation: KeyedOperation, status: number, requirement: RequirementId): Fault {
  return {
    name: `${requirement.replace('.', '-').replace(/-\d+$/, '')}-${status}`,
    breaks: [requirement],
    shadows: ['auth.no-effect'],
    says: `A successful ${operation} has the status ${status}.`,
    override: changingResponses((left, asked) =>
      asked.operation === operation && left.status < 300 ? withStatus(left, status) : left,
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
  succeedsAs('createBook', 200, 'create.answers-201'),
  succeedsAs('readBook', 203, 'read.answers-200'),
  succeedsAs('lookUpBook', 203, 'lookup.answers-200'),
  succeedsAs('updateBook', 202, 'update.answers-200'),
  succeedsAs('attachFile', 201, 'attach.answers-200'),
  succeedsAs('publishBook', 200, 'publish.answers-204'),
  ...faultsIn({
    'json-labelled-as-text': {
      breaks: ['body.json'],
      shadows: ['list.', 'errors.'],
      says: 'Every JSON body is labelled as plain text.',
      override: changingResponses((left) =>
        left.headers['content-type']?.startsWith('application/json') === true && left.status < 300
          ? withHeaders(left, { 'content-type': 'text/plain' })
          : left,
      ),
    },
    'update-fails-now-and-then': {
      breaks: ['errors.no-5xx'],
      shadows: everyArea,
      says: 'One update in five fails with 500.',
      override: ({ transport }) => {
        let updates = 0;
        return {
          transport: async (answer, asked) => {
            if (asked.operation === 'updateBook') updates += 1;
            return asked.operation === 'updateBook' && updates % 5 === 0
              ? jsonAnswer(500, { message: 'Something went wrong.' })
              : transport(answer, asked);
          },
        };
      },
    },
    'print-book-starts-in-review': {
      breaks: ['create.draft'],
      shadows: [
        'create.',
        'status.',
        'update.',
        'publish.',
        'flow.',
        'list.',
        'delete.',
        'upload.',
      ],
      says: 'A new print book is in review from the start.',
      override: storing((book) =>
        book.format === 'print' ? { ...book, status: 'in_review' } : book,
      ),
    },
    'edited-draft-goes-into-review': {
      breaks: ['update.draft-stays-draft', 'update.shows-draft'],
      shadows: everyArea,
      says: 'A changed draft goes into review.',
      override: () => ({
        rules: { afterChange: (status) => (status === 'draft' ? 'in_review' : 'draft') },
      }),
    },
    'unpublish-does-nothing': {
      breaks: ['unpublish.withdraws', 'flow.withdraw-and-delete'],
      // A list may be the first to show the status.
      shadows: ['list.agrees-with-book', 'unpublish.', 'status.', 'flow.', 'update.', 'delete.'],
      says: 'Unpublish succeeds, but the book stays published.',
      override: () => ({ rules: { withdrawable: () => true, afterUnpublish: () => 'published' } }),
    },
    'delete-does-nothing': {
      breaks: ['delete.deletes'],
      shadows: ['delete.', 'flow.', 'list.', 'lookup.'],
      says: 'Delete succeeds, but the book stays.',
      override: replacing('deleteBook', async (operate, call, parts) => {
        const book = await parts.store.readBook(call.bookId);
        const isOwn = book?.account === call.account.id && book.deletedAt === undefined;
        return isOwn && book.status === 'draft' ? parts.present.deleted() : operate(call, parts);
      }),
    },
    'drafts-never-deleted': {
      breaks: ['delete.deletes', 'flow.withdraw-and-delete'],
      shadows: ['delete.', 'auth.', 'lookup.', 'list.'],
      says: 'A delete is refused in every status.',
      override: refusesTo('deleteBook', 'delete.refused-409', () => true),
    },
    'published-once-only': {
      breaks: ['publish.again', 'attach.publish-again', 'flow.edit-and-republish'],
      shadows: ['publish.', 'attach.', 'flow.', 'status.', 'update.'],
      says: 'A book that was published once cannot be published again.',
      override: (all) => {
        const out = new Set<string>();
        return replacing('publishBook', async (operate, call, parts) => {
          if (out.has(call.bookId)) throw unjustifiedRefusal('publish.again');
          const answer = await operate(call, parts);
          out.add(call.bookId);
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
      shadows: everyArea,
      says: `No ${format} book passes the final validation.`,
      override: refusesTo(
        'publishBook',
        flow,
        async ({ bookId }, { store }) => (await store.readBook(bookId))?.format === format,
      ),
    };
  }),
];
