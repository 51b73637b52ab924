/** Two accounts: the key of one cannot reach the books, files and external ids of the other. */
import { check, observe, section } from '../../../src/harness/suite/index.ts';
import { oncePerRun } from '../../../src/harness/stage/index.ts';
import { createDescriptor } from '../../../src/harness/arbitraries/index.ts';
import { findListItemEventually } from '../../property/lists/french-books.ts';
import { attachFile, findListItem, isAccepted, uploadFile } from '../steps/steps.ts';
import { getSharedDraft, withReady } from '../steps/shared-books.ts';

/** Returns a draft of the second account. */
const getOtherDraft = oncePerRun(async (t) => t.secondAccount().make.draft('ebook'));

/** Creates a book of the second account with the external id of a book of the first. */
const createSameExternalId = oncePerRun(async (t) => {
  const otherAccount = t.secondAccount();
  const { externalId } = await getSharedDraft(t, 'ebook');
  return {
    externalId,
    exchange: await otherAccount.ask.create(otherAccount.make.body('ebook', { externalId })),
  };
});

// Every case here also needs the second account.
const secondAccount = true;
const needsWrite = { needs: ['read', 'write'], secondAccount } as const;
const needsPublish = { needs: ['read', 'write', 'publish'], secondAccount } as const;
const needsDelete = { needs: ['read', 'write', 'delete'], secondAccount } as const;

const hidesBooks = check(
  'account.hides-books',
  {
    'shows no book of another account by its id or external id': async (t) => {
      const otherAccount = t.secondAccount();
      const book = await getSharedDraft(t, 'ebook');
      const otherBook = await getOtherDraft(t);
      await t.eventually(async () => t.ask.lookUp(book.externalId), isAccepted);
      await otherAccount.ask.read(book.id);
      await otherAccount.ask.lookUp(book.externalId);
      await t.ask.lookUp(otherBook.externalId);
    },
    'lists no book of another account': async (t) => {
      const { id } = await t.make.draft('ebook');
      const ownItem = await findListItemEventually(t, id);
      t.need.that(ownItem !== undefined, 'the list does not show a new book to its own account');
      const item = await findListItem(t.secondAccount(), id);
      const expected = 'no book of another account in the list';
      t.expect.that(item === undefined, { expected, actual: id });
    },
  },
  needsWrite,
);

const guardsBooks = [
  check(
    'account.guards-books',
    {
      'does not let another account update a draft': async (t) => {
        const otherAccount = t.secondAccount();
        const { id } = await getSharedDraft(t, 'ebook');
        await t.ask.read(id);
        await otherAccount.ask.update(id, { title: 'Not by this account' });
        await t.ask.read(id);
        await otherAccount.ask.update((await getOtherDraft(t)).id, {
          title: 'By its own account',
        });
      },
    },
    needsWrite,
  ),
  check(
    'account.guards-books',
    {
      'does not let another account publish, read, update or withdraw a book': async (t) => {
        const otherAccount = t.secondAccount();
        await withReady(t, async ({ id }) => {
          await t.ask.read(id);
          await otherAccount.ask.publish(id);
          await t.ask.read(id);
          await t.ask.publish(id);
          await t.ask.read(id);
          await otherAccount.ask.read(id);
          await otherAccount.ask.update(id, { title: 'Not by this account' });
          await otherAccount.ask.unpublish(id);
          await t.ask.read(id);
        });
      },
    },
    needsPublish,
  ),
  check(
    'account.guards-books',
    {
      'does not let another account delete a draft': async (t) => {
        const otherAccount = t.secondAccount();
        const { id } = await t.make.draft('ebook');
        const otherBook = await otherAccount.make.draft('ebook');
        await otherAccount.ask.delete(id);
        await t.ask.read(id);
        await otherAccount.ask.delete(otherBook.id);
      },
    },
    needsDelete,
  ),
];

const guardsFiles = check(
  'account.guards-files',
  {
    'does not let another account request uploads or attach a file': async (t) => {
      const otherAccount = t.secondAccount();
      const book = await getSharedDraft(t, 'ebook');
      const grant = await uploadFile(t, book, t.make.sample('ebook_content'));
      await t.ask.read(book.id);
      const cover = createDescriptor(t.make.sample('ebook_cover'), 'cover');
      await otherAccount.ask.requestUploads(book.id, [cover]);
      await attachFile(otherAccount, book, grant);
      await t.ask.read(book.id);
      t.need.accepted(await attachFile(t, book, grant));
    },
    'does not attach a file of another account': async (t) => {
      const otherAccount = t.secondAccount();
      const draft = await getSharedDraft(t, 'ebook');
      const grant = await uploadFile(t, draft, t.make.sample('ebook_content'));
      const otherBook = await getOtherDraft(t);
      await attachFile(otherAccount, otherBook, grant);
      await otherAccount.ask.read(otherBook.id);
    },
    'gives equal files of two accounts separate ids and URLs': async (t) => {
      const otherAccount = t.secondAccount();
      const file = t.make.sample('ebook_content');
      const [book, otherBook] = [await getSharedDraft(t, 'ebook'), await getOtherDraft(t)];
      const grant = await uploadFile(t, book, file);
      const otherGrant = await uploadFile(otherAccount, otherBook, file);
      t.expect.that(grant.url !== otherGrant.url && grant.fileId !== otherGrant.fileId, {
        expected: 'a file and a URL for each account',
        actual: grant.fileId,
      });
      t.need.accepted(await attachFile(t, book, grant));
      t.need.accepted(await attachFile(otherAccount, otherBook, otherGrant));
    },
  },
  needsWrite,
);

const separatesExternalIds = check(
  'account.own-external-ids',
  {
    'finds a book of the calling account if two accounts use the same external id': async (t) => {
      const otherAccount = t.secondAccount();
      const { externalId, exchange } = await createSameExternalId(t);
      t.need.that(
        isAccepted(exchange),
        `the service does not let two accounts use the same external id (${exchange.response.status})`,
      );
      await t.eventually(async () => t.ask.lookUp(externalId), isAccepted);
      await t.eventually(async () => otherAccount.ask.lookUp(externalId), isAccepted);
    },
  },
  needsWrite,
);

export const accounts = section('Accounts', [
  hidesBooks,
  ...guardsBooks,
  guardsFiles,
  separatesExternalIds,
  observe(
    'tenancy',
    async (t) => {
      const { id } = await getSharedDraft(t, 'ebook');
      return String((await t.secondAccount().ask.read(id)).response.status);
    },
    needsWrite,
  ),
  observe(
    'tenancy.external-ids',
    async (t) => (isAccepted((await createSameExternalId(t)).exchange) ? 'accepted' : 'refused'),
    { ...needsWrite, depth: 'usual' },
  ),
]);
