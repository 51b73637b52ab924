/** Two accounts: the books, files and external ids of one are out of reach for the key of the other. */
import { check, observe, section } from '../../../src/harness/suite/index.ts';
import { readItems, readMeta } from '../../../src/harness/evidence/index.ts';
import {
  type Book,
  type GrantedFile,
  oncePerRun,
  type Stage,
} from '../../../src/harness/stage/index.ts';
import { createDescriptor } from '../../../src/harness/values/index.ts';
import {
  isAccepted,
  requireValue,
  withReady,
  getWorkbench,
  attachFile,
  putFile,
} from '../steps/index.ts';

type Account = Pick<Stage, 'ask' | 'make' | 'wire'>;

/** Ids on the first and the last page by creation time: a new book is on one of them. */
async function listIdsAtEnds({ ask }: Account, t: Stage): Promise<readonly string[]> {
  const query = { sort: 'createdAt', perPage: 100 } as const;
  const first = t.need.accepted(await ask.list(query));
  const { lastPage } = readMeta(first);
  const last = lastPage > 1 ? t.need.accepted(await ask.list({ ...query, page: lastPage })) : first;
  return [...readItems(first), ...readItems(last)].map(({ id }) => id);
}

/** A draft of the second account. */
const getDraftOfOther = oncePerRun(async (t) => t.secondAccount().make.draft('ebook'));

/** Uploads a file for a draft of the account and does not attach it. */
async function uploadAs(account: Account, book: Book, file: GrantedFile['file']) {
  const grant = requireValue(
    (await account.make.requestGrants(book, [file]))[0],
    'no file was granted',
  );
  await putFile(account, grant);
  return { book, grant };
}

/** Lets the second account create a book with the external id of a book of the first. */
const createSameExternalId = oncePerRun(async (t) => {
  const other = t.secondAccount();
  const { externalId } = await getWorkbench(t, 'ebook');
  return { externalId, made: await other.ask.create(other.make.body('ebook', { externalId })) };
});

const secondAccount = true;
const writing = { needs: ['read', 'write'], secondAccount } as const;
const publishing = { needs: ['read', 'write', 'publish'], secondAccount } as const;
const deleting = { needs: ['read', 'write', 'delete'], secondAccount } as const;

const hiding = check(
  'account.hides-books',
  {
    'shows no book of another account by its id or external id': async (t) => {
      const other = t.secondAccount();
      const book = await getWorkbench(t, 'ebook');
      const theirs = await getDraftOfOther(t);
      await t.eventually(async () => t.ask.lookUp(book.externalId), isAccepted);
      await other.ask.read(book.id);
      await other.ask.lookUp(book.externalId);
      await t.ask.read(theirs.id);
      await t.ask.lookUp(theirs.externalId);
    },
    'lists no book of another account': async (t) => {
      const { id } = await t.make.draft('ebook');
      const own = await t.eventually(
        async () => listIdsAtEnds(t, t),
        (ids) => ids.includes(id),
      );
      t.need.that(own.includes(id), 'the list does not show a new book to its own account');
      const ids = await listIdsAtEnds(t.secondAccount(), t);
      const expected = 'no book of another account in the list';
      t.expect.that(!ids.includes(id), { expected, actual: id });
    },
  },
  writing,
);

const guarding = [
  check(
    'account.guards-books',
    {
      'does not change a draft when another account updates it': async (t) => {
        const other = t.secondAccount();
        const { id } = await getWorkbench(t, 'ebook');
        await t.ask.read(id);
        await other.ask.update(id, { title: 'Not by this account' });
        await t.ask.read(id);
        await other.ask.update((await getDraftOfOther(t)).id, { title: 'By its own account' });
      },
    },
    writing,
  ),
  check(
    'account.guards-books',
    {
      'is neither published nor withdrawn by another account': async (t) => {
        const other = t.secondAccount();
        await withReady(t, async ({ id }) => {
          await t.ask.read(id);
          await other.ask.publish(id);
          await t.ask.read(id);
          await t.ask.publish(id);
          await t.ask.read(id);
          await other.ask.unpublish(id);
          await t.ask.read(id);
        });
      },
    },
    publishing,
  ),
  check(
    'account.guards-books',
    {
      'is not deleted by another account': async (t) => {
        const other = t.secondAccount();
        const { id } = await t.make.draft('ebook');
        const theirs = await other.make.draft('ebook');
        await other.ask.delete(id);
        await t.ask.read(id);
        await other.ask.delete(theirs.id);
      },
    },
    deleting,
  ),
];

const files = check(
  'account.guards-files',
  {
    'gives another account no upload URL, and attaches nothing for it': async (t) => {
      const other = t.secondAccount();
      const draft = await getWorkbench(t, 'ebook');
      const { book, grant } = await uploadAs(t, draft, t.make.sample('ebook_content'));
      await t.ask.read(book.id);
      const cover = createDescriptor(t.make.sample('ebook_cover'), 'cover');
      await other.ask.requestUploads(book.id, [cover]);
      await attachFile(other, book, grant);
      await t.ask.read(book.id);
      t.need.accepted(await attachFile(t, book, grant));
    },
    'attaches no file of another account': async (t) => {
      const other = t.secondAccount();
      const draft = await getWorkbench(t, 'ebook');
      const { grant } = await uploadAs(t, draft, t.make.sample('ebook_content'));
      const theirs = await getDraftOfOther(t);
      await attachFile(other, theirs, grant);
      await other.ask.read(theirs.id);
    },
    'keeps equal files of two accounts apart': async (t) => {
      const other = t.secondAccount();
      const file = t.make.sample('ebook_content');
      const one = await uploadAs(t, await getWorkbench(t, 'ebook'), file);
      const two = await uploadAs(other, await getDraftOfOther(t), file);
      t.expect.that(one.grant.url !== two.grant.url && one.grant.fileId !== two.grant.fileId, {
        expected: 'a file and a URL for each account',
        actual: one.grant.fileId,
      });
      t.need.accepted(await attachFile(t, one.book, one.grant));
      t.need.accepted(await attachFile(other, two.book, two.grant));
    },
  },
  writing,
);

const externalIds = check(
  'account.own-external-ids',
  {
    'finds its own book when two accounts use one external id': async (t) => {
      const other = t.secondAccount();
      const { externalId, made } = await createSameExternalId(t);
      t.need.that(
        isAccepted(made),
        `the service does not let two accounts use one external id (${made.status})`,
      );
      await t.eventually(async () => t.ask.lookUp(externalId), isAccepted);
      await t.eventually(async () => other.ask.lookUp(externalId), isAccepted);
    },
  },
  writing,
);

export const accounts = section('Accounts', [
  hiding,
  ...guarding,
  files,
  externalIds,
  observe(
    'tenancy',
    async (t) => {
      const { id } = await getWorkbench(t, 'ebook');
      return String((await t.secondAccount().ask.read(id)).status);
    },
    writing,
  ),
  observe(
    'tenancy.external-ids',
    async (t) => (isAccepted((await createSameExternalId(t)).made) ? 'accepted' : 'refused'),
    { ...writing, depth: 'usual' },
  ),
]);
