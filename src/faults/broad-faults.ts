/** Faults that affect everything: the list as a whole, Problem objects, calls without a valid key. */
import {
  nameFaults,
  allAreas,
  changeListQuery,
  createUnjustifiedRefusal,
  refuseWhen,
  replaceOperation,
  changeAllRefusals,
  rewriteRefusalBodies,
} from './fault.ts';

export const broadFaults = nameFaults({
  'language-filter-refused': {
    breaks: ['list.language'],
    mayAlsoBreak: ['list.'],
    description: 'A list with a language filter is refused.',
    override: refuseWhen(
      'listBooks',
      'list.language',
      ({ query }) => query['language'] !== undefined,
    ),
  },
  'no-link-to-the-last-page': {
    breaks: ['list.next-before-last'],
    mayAlsoBreak: ['list.'],
    description: 'The next-to-last page says that it is the last.',
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
  'new-books-never-listed': {
    breaks: ['list.shows-created'],
    mayAlsoBreak: ['list.', 'flow.', 'id.same-everywhere'],
    description: 'The list omits books created today.',
    override: changeListQuery((query) => ({ ...query, visibleUntil: 0 })),
  },
  'sorted-by-title-unless-asked': {
    breaks: ['list.default-sort'],
    mayAlsoBreak: ['list.'],
    description: 'Without a sort key the list is sorted by title.',
    override: replaceOperation('listBooks', (operate, call, parts) =>
      operate(
        call.url.includes('sort=') ? call : { ...call, query: { ...call.query, sort: 'title' } },
        parts,
      ),
    ),
  },
  'refused-without-a-problem': {
    breaks: ['problem.object'],
    mayAlsoBreak: allAreas,
    description: 'A refusal has a code and a string instead of a Problem.',
    override: rewriteRefusalBodies((body) =>
      'title' in body ? { code: body['status'], text: body['detail'] } : body,
    ),
  },
  'batch-index-counts-from-one': {
    breaks: ['problem.param-names', 'upload.role-fits-format'],
    mayAlsoBreak: ['upload.', 'problem.'],
    description: 'Refusals count the items of a batch from one.',
    override: changeAllRefusals(({ invalidParams }) => ({
      invalidParams: invalidParams.map(({ name, reason }) => ({
        name: name.replace(/^\d+/, (index) => `${Number(index) + 1}`),
        reason,
      })),
    })),
  },
  'unkeyed-request-carried-out': {
    breaks: ['auth.no-effect'],
    mayAlsoBreak: [
      'auth.',
      'attach.references-only-after',
      'delete.deletes',
      'flow.withdraw-and-delete',
      'lookup.unknown-422',
      'lookup.unknown-names-parameter',
      'read.answers-200',
      'update.draft-stays-draft',
    ],
    description: 'A request with an unknown key gets 401 but is carried out.',
    override: ({ findAccount, transport, present }) => {
      let unknown = false;
      return {
        findAccount: (key) => {
          const known = findAccount(key);
          unknown = known === undefined;
          return known ?? findAccount('sandbox-key');
        },
        transport: async (answer, asked) => {
          if (!unknown || asked.operation === 'putFile') return transport(answer, asked);
          unknown = false;
          const { parts } = createUnjustifiedRefusal('auth.invalid-key', {
            status: 401,
            subject: 'key',
            detail: 'Unauthorized',
          });
          return transport(present.refused(parts, { url: asked.url }), asked);
        },
      };
    },
  },
});
