/** Faults in the separation of accounts: a request of one account reaches the books or files of another. */
import type { RequirementId } from '../contract/requirements.ts';
import type { Call, KeyedOperation, Parts } from '../sandbox/replaceable-parts/index.ts';
import { Refusal } from '../sandbox/readings/index.ts';
import { changeGrants, within, changeOperation, type Fault } from './fault.ts';

/** Returns the call as the account that owns the book would send it. */
async function createOwnerCall(call: Call, { store }: Parts): Promise<Call> {
  const ownerId = (await store.readBook(call.bookId))?.account;
  return ownerId === undefined ? call : { ...call, account: { ...call.account, id: ownerId } };
}

/** Makes one operation ignore which account owns the book. */
function ignoreOwner(operation: KeyedOperation): Fault['override'] {
  return changeOperation(operation, async (operate, call, parts) =>
    operate(await createOwnerCall(call, parts), parts),
  );
}

/** Makes one operation carry out requests for books of other accounts, although it refuses them. */
function carryOutForOthers(operation: KeyedOperation): Fault['override'] {
  return changeOperation(operation, (operate, call, parts) =>
    operate(call, parts).catch(async (error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
      const ownerCall = await createOwnerCall(call, parts);
      const isForeign = ownerCall.account.id !== call.account.id;
      if (isForeign) await operate(ownerCall, parts).catch(() => undefined);
      throw error;
    }),
  );
}

function createAccountFault(
  name: string,
  requirement: RequirementId,
  fault: Pick<Fault, 'description' | 'override' | 'mayAlsoBreak'>,
): Fault {
  return { name, breaks: [requirement], ...fault };
}

/** Returns the books of other accounts with an external id, newest first. */
async function findOthers({ store }: Parts, account: string, externalId: string) {
  const books = await store.readAllBooks();
  return books
    .filter((book) => book.externalId === externalId && book.account !== account)
    .filter(({ deletedAt }) => deletedAt === undefined)
    .toReversed();
}

export const accountFaults: readonly Fault[] = [
  createAccountFault('other-account-reads', 'account.hides-books', {
    description: 'Any account can read any book.',
    override: ignoreOwner('readBook'),
  }),
  createAccountFault('other-account-looks-up', 'account.hides-books', {
    description: 'A lookup that finds no book of the account finds a book of another account.',
    override: (parts) => ({
      store: {
        findByExternalId: async (account, externalId, rule) => {
          const ownBooks = await parts.store.findByExternalId(account, externalId, rule);
          return ownBooks.length > 0 ? ownBooks : findOthers(parts, account, externalId);
        },
      },
    }),
  }),
  createAccountFault('other-account-found-first', 'account.own-external-ids', {
    description:
      'If two accounts use the same external id, a lookup finds the book of the other account.',
    override: (parts) => ({
      store: {
        findByExternalId: async (account, externalId, rule) => {
          const ownBooks = await parts.store.findByExternalId(account, externalId, rule);
          const otherBooks = await findOthers(parts, account, externalId);
          return ownBooks.length > 0 && otherBooks.length > 0 ? otherBooks : ownBooks;
        },
      },
    }),
  }),
  createAccountFault('list-of-first-account', 'account.hides-books', {
    mayAlsoBreak: ['list.'],
    description: 'Every list shows the books of the account that created the first book.',
    override: ({ store }) => {
      let firstAccount: string | undefined;
      return {
        store: {
          insertBook: async (row) => {
            firstAccount ??= row.book.account;
            return store.insertBook(row);
          },
          readPage: (query) => store.readPage({ ...query, account: firstAccount ?? query.account }),
        },
      };
    },
  }),
  createAccountFault('other-account-updates', 'account.guards-books', {
    description: 'Any account can update any book.',
    override: ignoreOwner('updateBook'),
  }),
  createAccountFault('other-account-updates-unseen', 'account.guards-books', {
    // A lookup may be the first response that shows the new external id.
    mayAlsoBreak: ['lookup.unknown-422'],
    description: 'An update of a book of another account is refused, but its values are stored.',
    override: carryOutForOthers('updateBook'),
  }),
  createAccountFault('other-account-publishes', 'account.guards-books', {
    description: 'Any account can publish any book.',
    override: ignoreOwner('publishBook'),
  }),
  createAccountFault('other-account-withdraws', 'account.guards-books', {
    description: 'Any account can withdraw any book.',
    override: ignoreOwner('unpublishBook'),
  }),
  createAccountFault('other-account-deletes', 'account.guards-books', {
    description: 'Any account can delete any book.',
    override: ignoreOwner('deleteBook'),
  }),
  createAccountFault('other-account-deletes-unseen', 'account.guards-books', {
    description: 'A delete of a book of another account is refused, but the book is deleted.',
    override: carryOutForOthers('deleteBook'),
  }),
  createAccountFault('other-account-uploads', 'account.guards-files', {
    description: 'Any account gets upload URLs for any book.',
    override: ignoreOwner('requestUploads'),
  }),
  createAccountFault('other-account-attaches', 'account.guards-files', {
    description: 'Any account can attach the files of any book.',
    override: ignoreOwner('attachFile'),
  }),
  createAccountFault('file-of-other-account-attached', 'account.guards-files', {
    description: 'Files that another account uploaded can be attached to a book.',
    override: within('attachFile', ({ store }, { account, bookId }) => ({
      store: {
        readGrant: async (id) => {
          const grant = await store.readGrant(id);
          const book = grant && (await store.readBook(grant.bookId));
          const isForeign = book !== undefined && book.account !== account.id;
          return grant && isForeign ? { ...grant, bookId } : grant;
        },
      },
    })),
  }),
  createAccountFault('upload-url-shared-by-hash', 'account.guards-files', {
    mayAlsoBreak: ['upload.', 'put.', 'attach.'],
    description: 'Two accounts that upload identical files get the same file id and upload URL.',
    override: (parts) => {
      const firstGrants = new Map<string, { account: string; url: string; id: string }>();
      return within('requestUploads', (operationParts, { account }) =>
        changeGrants((grants) =>
          grants.map(({ grant, url }) => {
            const firstGrant = firstGrants.get(grant.hash) ?? {
              account: account.id,
              url,
              id: grant.id,
            };
            firstGrants.set(grant.hash, firstGrant);
            if (firstGrant.account === account.id) return { grant, url };
            return { grant: { ...grant, id: firstGrant.id }, url: firstGrant.url };
          }),
        )(operationParts),
      )(parts);
    },
  }),
  createAccountFault('upload-url-of-other-account', 'account.guards-files', {
    mayAlsoBreak: ['upload.', 'put.', 'attach.'],
    description:
      'An upload request gets the URL of the previous request if another account sent that.',
    override: (parts) => {
      const latest: { account?: string; url?: string } = {};
      return within('requestUploads', (operationParts, { account }) =>
        changeGrants((grants) => {
          const { url: otherUrl } = latest.account === account.id ? {} : latest;
          Object.assign(latest, { account: account.id, url: grants[0]?.url });
          return grants.map(({ grant, url }) => ({ grant, url: otherUrl ?? url }));
        })(operationParts),
      )(parts);
    },
  }),
];
