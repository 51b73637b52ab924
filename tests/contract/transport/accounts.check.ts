/** Two accounts: the key of one cannot reach the books, files and external ids of the other. */
import { getMaxPageSize } from '../../../src/contract/fields.ts';
import { check, observe, section } from '../../../src/harness/suite/index.ts';
import { readItems, readMeta } from '../../../src/harness/evidence/index.ts';
import {
  type Book,
  type GrantedFile,
  oncePerRun,
  type Stage,
} from '../../../src/harness/stage/index.ts';
import { createDescriptor } from '../../../src/harness/arbitraries/index.ts';
import { attachFile, isAccepted, putFile, requireValue } from '../steps/steps.ts';
import { getSharedDraft, withReady } from '../steps/shared-books.ts';

type Account = Pick<Stage, 'ask' | 'make' | 'wire'>;

/** Returns the ids on the first and the last page by creation time; a new book is on one of them. */
async function listIdsAtEnds({ ask }: Account, t: Stage): Promise<readonly string[]> {
  const query = { sort: 'createdAt', perPage: getMaxPageSize() } as const;
  const firstPage = t.need.accepted(await ask.list(query));
  const { lastPage } = readMeta(firstPage);
  const lastPageResponse =
    lastPage > 1 ? t.need.accepted(await ask.list({ ...query, page: lastPage })) : firstPage;
  return [...readItems(firstPage), ...readItems(lastPageResponse)].map(({ id }) => id);
}

/** Returns a draft of the second account. */
const getOtherDraft = oncePerRun(async (t) => t.secondAccount().make.draft('ebook'));

/** Uploads a file for a draft of an account without attaching it. */
async function uploadAs(account: Account, book: Book, file: GrantedFile['file']) {
  const grant = requireValue(
    (await account.make.requestGrants(book, [file]))[0],
    'no file was granted',
  );
  await putFile(account, grant);
  return { book, grant };
}

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
      const ownIds = await t.eventually(
        async () => listIdsAtEnds(t, t),
        (ids) => ids.includes(id),
      );
      t.need.that(ownIds.includes(id), 'the list does not show a new book to its own account');
      const ids = await listIdsAtEnds(t.secondAccount(), t);
      const expected = 'no book of another account in the list';
      t.expect.that(!ids.includes(id), { expected, actual: id });
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
      const draft = await getSharedDraft(t, 'ebook');
      const { book, grant } = await uploadAs(t, draft, t.make.sample('ebook_content'));
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
      const { grant } = await uploadAs(t, draft, t.make.sample('ebook_content'));
      const otherBook = await getOtherDraft(t);
      await attachFile(otherAccount, otherBook, grant);
      await otherAccount.ask.read(otherBook.id);
    },
    'gives equal files of two accounts separate ids and URLs': async (t) => {
      const otherAccount = t.secondAccount();
      const file = t.make.sample('ebook_content');
      const firstUpload = await uploadAs(t, await getSharedDraft(t, 'ebook'), file);
      const secondUpload = await uploadAs(otherAccount, await getOtherDraft(t), file);
      t.expect.that(
        firstUpload.grant.url !== secondUpload.grant.url &&
          firstUpload.grant.fileId !== secondUpload.grant.fileId,
        {
          expected: 'a file and a URL for each account',
          actual: firstUpload.grant.fileId,
        },
      );
      t.need.accepted(await attachFile(t, firstUpload.book, firstUpload.grant));
      t.need.accepted(await attachFile(otherAccount, secondUpload.book, secondUpload.grant));
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
