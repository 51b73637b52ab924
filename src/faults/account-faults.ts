/** Faults of keeping accounts apart: a call with the key of one account reaches another. */
import type { RequirementId } from '../contract/requirements.ts';
import type { Call, KeyedOperation, SandboxParts } from '../sandbox/parts/index.ts';
import { Refusal } from '../sandbox/readings/index.ts';
import { changeGrants, overrideWithin, replaceOperation, type Fault } from './fault.ts';

/** Returns the call as the account of the book would make it. */
async function asOwner(call: Call, { store }: SandboxParts): Promise<Call> {
  const owner = (await store.readBook(call.bookId))?.account;
  return owner === undefined ? call : { ...call, account: { ...call.account, id: owner } };
}

/** One operation that does not look at whose book it is. */
function ignoreOwner(operation: KeyedOperation): Fault['override'] {
  return replaceOperation(operation, async (operate, call, parts) =>
    operate(await asOwner(call, parts), parts),
  );
}

/** One operation that refuses the books of other accounts, and takes effect on them. */
function carryOutForOthers(operation: KeyedOperation): Fault['override'] {
  return replaceOperation(operation, (operate, call, parts) =>
    operate(call, parts).catch(async (error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
      const owner = await asOwner(call, parts);
      if (owner.account.id !== call.account.id) await operate(owner, parts).catch(() => undefined);
      throw error;
    }),
  );
}

function createLeak(
  name: string,
  requirement: RequirementId,
  fault: Pick<Fault, 'description' | 'override' | 'mayAlsoBreak'>,
): Fault {
  return { name, breaks: [requirement], ...fault };
}

/** Books of other accounts with an external id, the newest first. */
async function findOthersByExternalId(
  { store }: SandboxParts,
  account: string,
  externalId: string,
) {
  const all = await store.readAllBooks();
  return all
    .filter(
      (book) =>
        book.externalId === externalId && book.account !== account && book.deletedAt === undefined,
    )
    .toReversed();
}

export const accountFaults: readonly Fault[] = [
  createLeak('other-account-reads', 'account.hides-books', {
    description: 'A read shows any book to any account.',
    override: ignoreOwner('readBook'),
  }),
  createLeak('other-account-looks-up', 'account.hides-books', {
    description: 'A lookup that finds nothing in the account finds the books of other accounts.',
    override: (parts) => ({
      store: {
        findByExternalId: async (account, externalId, rule) => {
          const own = await parts.store.findByExternalId(account, externalId, rule);
          return own.length > 0 ? own : findOthersByExternalId(parts, account, externalId);
        },
      },
    }),
  }),
  createLeak('other-account-found-first', 'account.own-external-ids', {
    description:
      'When two accounts use one external id, a lookup finds the book of the other account.',
    override: (parts) => ({
      store: {
        findByExternalId: async (account, externalId, rule) => {
          const own = await parts.store.findByExternalId(account, externalId, rule);
          const others = await findOthersByExternalId(parts, account, externalId);
          return own.length > 0 && others.length > 0 ? others : own;
        },
      },
    }),
  }),
  createLeak('list-of-first-account', 'account.hides-books', {
    mayAlsoBreak: ['list.'],
    description: 'Every list shows the books of the account that created the first book.',
    override: ({ store }) => {
      const first: { account?: string } = {};
      return {
        store: {
          insertBook: async (row) => {
            first.account ??= row.book.account;
            return store.insertBook(row);
          },
          readPage: (query) =>
            store.readPage({ ...query, account: first.account ?? query.account }),
        },
      };
    },
  }),
  createLeak('other-account-updates', 'account.guards-books', {
    description: 'An update changes a book of any account.',
    override: ignoreOwner('updateBook'),
  }),
  createLeak('other-account-updates-unseen', 'account.guards-books', {
    description: 'An update of a book of another account is refused, and stored all the same.',
    override: carryOutForOthers('updateBook'),
  }),
  createLeak('other-account-publishes', 'account.guards-books', {
    description: 'A book is published for any account.',
    override: ignoreOwner('publishBook'),
  }),
  createLeak('other-account-withdraws', 'account.guards-books', {
    description: 'A book is withdrawn for any account.',
    override: ignoreOwner('unpublishBook'),
  }),
  createLeak('other-account-deletes', 'account.guards-books', {
    description: 'A book is deleted for any account.',
    override: ignoreOwner('deleteBook'),
  }),
  createLeak('other-account-deletes-unseen', 'account.guards-books', {
    description:
      'A delete of a book of another account is refused, and the book is gone all the same.',
    override: carryOutForOthers('deleteBook'),
  }),
  createLeak('other-account-uploads', 'account.guards-files', {
    description: 'Any account gets upload URLs for a book.',
    override: ignoreOwner('requestUploads'),
  }),
  createLeak('other-account-attaches', 'account.guards-files', {
    description: 'Any account attaches the files of a book.',
    override: ignoreOwner('attachFile'),
  }),
  createLeak('file-of-other-account-attached', 'account.guards-files', {
    description: 'A book takes files that were uploaded by another account.',
    override: overrideWithin('attachFile', ({ store }, { account, bookId }) => ({
      store: {
        readGrant: async (id) => {
          const grant = await store.readGrant(id);
          const book = grant && (await store.readBook(grant.bookId));
          const foreign = book !== undefined && book.account !== account.id;
          return grant && foreign ? { ...grant, bookId } : grant;
        },
      },
    })),
  }),
  createLeak('upload-url-shared-by-hash', 'account.guards-files', {
    mayAlsoBreak: ['upload.', 'put.', 'attach.'],
    description: 'Two accounts that upload equal files get one file and one URL.',
    override: (parts) => {
      const first = new Map<string, { account: string; url: string; id: string }>();
      return overrideWithin('requestUploads', (now, { account }) =>
        changeGrants((grants) =>
          grants.map(({ grant, url }) => {
            const known = first.get(grant.hash) ?? { account: account.id, url, id: grant.id };
            first.set(grant.hash, known);
            if (known.account === account.id) return { grant, url };
            return { grant: { ...grant, id: known.id }, url: known.url };
          }),
        )(now),
      )(parts);
    },
  }),
  createLeak('upload-url-of-other-account', 'account.guards-files', {
    mayAlsoBreak: ['upload.', 'put.', 'attach.'],
    description: 'An upload request gets the URL that another account got last.',
    override: (parts) => {
      const latest: { account?: string; url?: string } = {};
      return overrideWithin('requestUploads', (now, { account }) =>
        changeGrants((grants) => {
          const { url: theirs } = latest.account === account.id ? {} : latest;
          Object.assign(latest, { account: account.id, url: grants[0]?.url });
          return grants.map(({ grant, url }) => ({ grant, url: theirs ?? url }));
        })(now),
      )(parts);
    },
  }),
];
