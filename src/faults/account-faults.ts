/** Faults of keeping accounts apart: a call with the key of one account reaches another. */
import type { RequirementId } from '../contract/requirements.ts';
import type { Call, KeyedOperation, SandboxParts } from '../sandbox/parts/index.ts';
import { Refusal } from '../sandbox/readings/index.ts';
import { granting, operating, replacing, type Fault } from './fault.ts';

/** Returns the call as the account of the book would make it. */
async function asOwner(call: Call, { store }: SandboxParts): Promise<Call> {
  const owner = (await store.readBook(call.bookId))?.account;
  return owner === undefined ? call : { ...call, account: { ...call.account, id: owner } };
}

/** One operation that does not look at whose book it is. */
function crossing(operation: KeyedOperation): Fault['override'] {
  return replacing(operation, async (operate, call, parts) =>
    operate(await asOwner(call, parts), parts),
  );
}

/** One operation that refuses the books of other accounts, and takes effect on them. */
function refusedAndDone(operation: KeyedOperation): Fault['override'] {
  return replacing(operation, (operate, call, parts) =>
    operate(call, parts).catch(async (error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
      const owner = await asOwner(call, parts);
      if (owner.account.id !== call.account.id) await operate(owner, parts).catch(() => undefined);
      throw error;
    }),
  );
}

function leak(
  name: string,
  requirement: RequirementId,
  how: Pick<Fault, 'says' | 'override' | 'shadows'>,
): Fault {
  return { name, breaks: [requirement], ...how };
}

/** Books of other accounts with an external id, the newest first. */
async function othersByExternalId({ store }: SandboxParts, account: string, externalId: string) {
  const all = await store.allBooks();
  return all
    .filter(
      (book) =>
        book.externalId === externalId && book.account !== account && book.deletedAt === undefined,
    )
    .toReversed();
}

export const accountFaults: readonly Fault[] = [
  leak('other-account-reads', 'account.hides-books', {
    says: 'A read shows any book to any account.',
    override: crossing('readBook'),
  }),
  leak('other-account-looks-up', 'account.hides-books', {
    says: 'A lookup that finds nothing in the account finds the books of other accounts.',
    override: (parts) => ({
      store: {
        booksByExternalId: async (account, externalId, rule) => {
          const own = await parts.store.booksByExternalId(account, externalId, rule);
          return own.length > 0 ? own : othersByExternalId(parts, account, externalId);
        },
      },
    }),
  }),
  leak('other-account-found-first', 'account.own-external-ids', {
    says: 'When two accounts use one external id, a lookup finds the book of the other account.',
    override: (parts) => ({
      store: {
        booksByExternalId: async (account, externalId, rule) => {
          const own = await parts.store.booksByExternalId(account, externalId, rule);
          const others = await othersByExternalId(parts, account, externalId);
          return own.length > 0 && others.length > 0 ? others : own;
        },
      },
    }),
  }),
  leak('list-of-first-account', 'account.hides-books', {
    shadows: ['list.'],
    says: 'Every list shows the books of the account that created the first book.',
    override: ({ store }) => {
      const first: { account?: string } = {};
      return {
        store: {
          insertBook: async (row) => {
            first.account ??= row.book.account;
            return store.insertBook(row);
          },
          page: (query) => store.page({ ...query, account: first.account ?? query.account }),
        },
      };
    },
  }),
  leak('other-account-updates', 'account.guards-books', {
    says: 'An update changes a book of any account.',
    override: crossing('updateBook'),
  }),
  leak('other-account-updates-unseen', 'account.guards-books', {
    says: 'An update of a book of another account is refused, and stored all the same.',
    override: refusedAndDone('updateBook'),
  }),
  leak('other-account-publishes', 'account.guards-books', {
    says: 'A book is published for any account.',
    override: crossing('publishBook'),
  }),
  leak('other-account-withdraws', 'account.guards-books', {
    says: 'A book is withdrawn for any account.',
    override: crossing('unpublishBook'),
  }),
  leak('other-account-deletes', 'account.guards-books', {
    says: 'A book is deleted for any account.',
    override: crossing('deleteBook'),
  }),
  leak('other-account-deletes-unseen', 'account.guards-books', {
    says: 'A delete of a book of another account is refused, and the book is gone all the same.',
    override: refusedAndDone('deleteBook'),
  }),
  leak('other-account-uploads', 'account.guards-files', {
    says: 'Any account gets upload URLs for a book.',
    override: crossing('requestUploads'),
  }),
  leak('other-account-attaches', 'account.guards-files', {
    says: 'Any account attaches the files of a book.',
    override: crossing('attachFile'),
  }),
  leak('file-of-other-account-attached', 'account.guards-files', {
    says: 'A book takes files that were uploaded by another account.',
    override: operating('attachFile', ({ store }, { account, bookId }) => ({
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
  leak('upload-url-shared-by-hash', 'account.guards-files', {
    shadows: ['upload.', 'put.', 'attach.'],
    says: 'Two accounts that upload equal files get one file and one URL.',
    override: (parts) => {
      const first = new Map<string, { account: string; url: string; id: string }>();
      return operating('requestUploads', (now, { account }) =>
        granting((grants) =>
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
  leak('upload-url-of-other-account', 'account.guards-files', {
    shadows: ['upload.', 'put.', 'attach.'],
    says: 'An upload request gets the URL that another account got last.',
    override: (parts) => {
      const latest: { account?: string; url?: string } = {};
      return operating('requestUploads', (now, { account }) =>
        granting((grants) => {
          const { url: theirs } = latest.account === account.id ? {} : latest;
          Object.assign(latest, { account: account.id, url: grants[0]?.url });
          return grants.map(({ grant, url }) => ({ grant, url: theirs ?? url }));
        })(now),
      )(parts);
    },
  }),
];
