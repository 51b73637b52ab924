/** Faults of everything at once: the list as a whole, Problem objects, calls without a valid key. */
import { everyArea } from './every-area.ts';
import { refusesTo, rewritten, type Fault } from './fault.ts';

export const broadFaults: readonly Fault[] = [
  {
    name: 'language-filter-refused',
    breaks: ['list.language'],
    shadows: ['list.'],
    says: 'The list cannot be asked for one language.',
    override: refusesTo(
      'listBooks',
      'list.language',
      ({ query }) => query['language'] !== undefined,
    ),
  },
  {
    name: 'no-way-on-to-the-last-page',
    breaks: ['list.next-before-last'],
    shadows: ['list.'],
    says: 'The page before the last one says that it is the last.',
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
    says: 'The list shows no book of today.',
    override: ({ store }) => ({
      store: { page: (query) => store.page({ ...query, shownUntil: 0 }) },
    }),
  },
  {
    name: 'sorted-by-title-unless-asked',
    breaks: ['list.default-sort'],
    shadows: ['list.'],
    says: 'Without a sort key the list comes in the order of titles.',
    override: ({ operations }) => ({
      operations: {
        listBooks: (call, parts) =>
          operations.listBooks(
            call.url.includes('sort=')
              ? call
              : { ...call, query: { ...call.query, sort: 'title' } },
            parts,
          ),
      },
    }),
  },
  {
    name: 'refused-without-a-problem',
    breaks: ['problem.object'],
    shadows: everyArea,
    says: 'A refusal has a code and a text instead of a Problem.',
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
    name: 'items-of-a-batch-counted-from-one',
    breaks: ['problem.param-names', 'upload.role-fits-format'],
    shadows: ['upload.', 'problem.'],
    says: 'The items of a batch are counted from one in what is refused.',
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
    name: 'unkeyed-request-done-all-the-same',
    breaks: ['auth.no-effect'],
    shadows: ['auth.'],
    says: 'A request with an unknown key is answered with 401, and done.',
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
          const refusal = {
            status: 401,
            requirement: 'auth.invalid-key',
            subject: 'key',
            detail: 'Unauthorized',
            invalidParams: [],
          } as const;
          return transport({ ...present.refused(refusal, { url: asked.url }) }, asked);
        },
      };
    },
  },
];
