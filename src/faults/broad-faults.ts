/** Faults with a broad effect: on the list as a whole, on all refusals, or on requests without a valid key. */
import {
  nameFaults,
  allAreas,
  defaultKey,
  changeListQuery,
  createWrongRefusal,
  refuseWhen,
  changeOperation,
  changeAllRefusals,
  rewriteRefusalBodies,
} from './fault.ts';

export const broadFaults = nameFaults({
  'language-filter-refused': {
    breaks: ['list.language'],
    mayAlsoBreak: ['list.'],
    description: 'A list with a language filter is refused.',
    override: refuseWhen('listBooks', 'list.language', ({ query }) => 'language' in query),
  },
  'no-link-to-the-last-page': {
    breaks: ['list.next-before-last'],
    mayAlsoBreak: ['list.'],
    description: 'The next-to-last page has no link to the last page.',
    override: ({ present, rules }) => ({
      present: {
        list: (page, query, url) => {
          const response = present.list(page, query, url);
          const nextToLastPage = rules.computeLastPage(page.total, query.perPage) - 1;
          return query.page === nextToLastPage
            ? { ...response, text: response.text.replace(/"next":"[^"]*"/, '"next":null') }
            : response;
        },
      },
    }),
  },
  'new-books-never-listed': {
    breaks: ['list.shows-created'],
    mayAlsoBreak: ['list.', 'flow.', 'id.same-everywhere'],
    description: 'New books never appear in lists.',
    // Every book was created later than the time 0.
    override: changeListQuery((query) => ({ ...query, visibleUntil: 0 })),
  },
  'sorted-by-title-unless-asked': {
    breaks: ['list.default-sort'],
    mayAlsoBreak: ['list.'],
    description: 'Without a sort key, lists are sorted by title.',
    override: changeOperation('listBooks', (operate, call, parts) => {
      const query = call.url.includes('sort=') ? call.query : { ...call.query, sort: 'title' };
      return operate({ ...call, query }, parts);
    }),
  },
  'refused-without-a-problem': {
    breaks: ['problem.object'],
    mayAlsoBreak: allAreas,
    description: 'The body of a refusal has `code` and `text` instead of a Problem.',
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
      'list.agrees-with-book',
      'lookup.unknown-422',
      'lookup.unknown-names-parameter',
      'read.answers-200',
      'update.draft-stays-draft',
    ],
    description: 'A request with an unknown key gets 401 but is carried out.',
    override: ({ findAccount, transport, present }) => {
      // `transport` does not get the key, so it uses the result of the latest lookup of a key.
      let isUnknownKey = false;
      return {
        findAccount: (key) => {
          const account = findAccount(key);
          isUnknownKey = account === undefined;
          return account ?? findAccount(defaultKey);
        },
        transport: async (response, target) => {
          if (!isUnknownKey || target.operation === 'putFile') return transport(response, target);
          isUnknownKey = false;
          const { parts } = createWrongRefusal('auth.invalid-key', {
            status: 401,
            subject: 'key',
            detail: 'Unauthorized',
          });
          return transport(present.refusal(parts, { url: target.url }), target);
        },
      };
    },
  },
});
