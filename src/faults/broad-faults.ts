/** Faults that affect everything: the list as a whole, Problem objects, calls without a valid key. */
import {
  everyArea,
  listing,
  notTaken,
  refusesTo,
  replacing,
  rewritten,
  type Fault,
} from './fault.ts';

export const broadFaults: readonly Fault[] = [
  {
    name: 'language-filter-refused',
    breaks: ['list.language'],
    shadows: ['list.'],
    says: 'A list with a language filter is refused.',
    override: refusesTo(
      'listBooks',
      'list.language',
      ({ query }) => query['language'] !== undefined,
    ),
  },
  {
    name: 'no-link-to-the-last-page',
    breaks: ['list.next-before-last'],
    shadows: ['list.'],
    says: 'The next-to-last page says that it is the last.',
    override: ({ present, rules }) => ({
      present: {
        list: (page, query, url) => {
          const answer = present.list(page, query, url);
          const before = rules.lastPage(page.total, query.perPage) - 1;
          return query.page === before
            ? { ...answer, text: answer.text.replace(/"next":"[^"]*"/, '"next":null') }
            : answer;
        },
      },
    }),
  },
  {
    name: 'new-books-never-listed',
    breaks: ['list.shows-created'],
    shadows: ['list.', 'flow.', 'id.same-everywhere'],
    says: 'The list omits books created today.',
    override: listing((query) => ({ ...query, shownUntil: 0 })),
  },
  {
    name: 'sorted-by-title-unless-asked',
    breaks: ['list.default-sort'],
    shadows: ['list.'],
    says: 'Without a sort key the list is sorted by title.',
    override: replacing('listBooks', (operate, call, parts) =>
      operate(
        call.url.includes('sort=') ? call : { ...call, query: { ...call.query, sort: 'title' } },
        parts,
      ),
    ),
  },
  {
    name: 'refused-without-a-problem',
    breaks: ['problem.object'],
    shadows: everyArea,
    says: 'A refusal has a code and a string instead of a Problem.',
    override: ({ present }) => ({
      present: {
        refused: (refusal, sent) =>
          rewritten(present.refused(refusal, sent), (body) =>
            'title' in body ? { code: refusal.status, text: refusal.detail } : body,
          ),
      },
    }),
  },
  {
    name: 'batch-index-counts-from-one',
    breaks: ['problem.param-names', 'upload.role-fits-format'],
    shadows: ['upload.', 'problem.'],
    says: 'Refusals count the items of a batch from one.',
    override: ({ present }) => ({
      present: {
        refused: (refusal, sent) =>
          present.refused(
            {
              ...refusal,
              invalidParams: refusal.invalidParams.map(({ name, reason }) => ({
                name: name.replace(/^\d+/, (index) => `${Number(index) + 1}`),
                reason,
              })),
            },
            sent,
          ),
      },
    }),
  },
  {
    name: 'unkeyed-request-carried-out',
    breaks: ['auth.no-effect'],
    shadows: [
      'auth.',
      'attach.references-only-after',
      'delete.deletes',
      'flow.withdraw-and-delete',
      'lookup.unknown-422',
      'lookup.unknown-names-parameter',
      'read.answers-200',
      'update.draft-stays-draft',
    ],
    says: 'A request with an unknown key gets 401 but is carried out.',
    override: ({ accountOf, transport, present }) => {
      let unknown = false;
      return {
        accountOf: (key) => {
          const known = accountOf(key);
          unknown = known === undefined;
          return known ?? accountOf('sandbox-key');
        },
        transport: async (answer, asked) => {
          if (!unknown || asked.operation === 'putFile') return transport(answer, asked);
          unknown = false;
          const { parts } = notTaken('auth.invalid-key', {
            status: 401,
            subject: 'key',
            detail: 'Unauthorized',
          });
          return transport(present.refused(parts, { url: asked.url }), asked);
        },
      };
    },
  },
];
