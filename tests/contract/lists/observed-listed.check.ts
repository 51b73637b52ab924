/** Observes list items and filters where the document is silent (Book list item). */
import { observe, section } from '../../../src/harness/suite/index.ts';
import { isObject } from '../../../src/contract/json-pointer.ts';
import { readItems, type ListItem, readMeta } from '../../../src/harness/evidence/index.ts';
import type { Stage } from '../../../src/harness/stage/index.ts';
import { withPublished, getWorkbench } from '../steps/index.ts';
import {
  listFrenchBooks,
  findListedEventually,
  isDeletedBookListed,
  selectOwn,
  getShelf,
} from '../../property/lists/index.ts';

const read = { needs: ['read'] } as const;
const write = { needs: ['read', 'write'] } as const;

/** The shelf's item of one format. */
async function findShelfItem(t: Stage, format: 'print' | 'audio'): Promise<ListItem> {
  const shown = await selectOwn(t, await listFrenchBooks(t));
  const item = shown.find(({ attributes }) => attributes['format'] === format);
  t.need.that(item !== undefined, `the list does not show our ${format} book`);
  return item ?? { id: '', attributes: {} };
}

async function observeLanguageMatch(t: Stage): Promise<string> {
  await listFrenchBooks(t);
  const answer = await t.ask.list({ language: 'fr', perPage: 100 });
  // A refusal is a drift of list.language, which the monitor reports.
  t.need.accepted(answer);
  return (await selectOwn(t, readItems(answer))).length > 0 ? 'any-case' : 'uppercase-only';
}

async function observeIdentifier(t: Stage): Promise<string> {
  const item = await findShelfItem(t, 'print');
  const book = (await getShelf(t)).find(({ id }) => id === item.id);
  const { productIdentifier } = item.attributes;
  return productIdentifier === book?.sent.isbn ? 'isbn' : JSON.stringify(productIdentifier ?? null);
}

async function observeTotal(t: Stage): Promise<string> {
  await listFrenchBooks(t);
  await getWorkbench(t, 'ebook');
  const total = async (query: { language?: string }): Promise<number> =>
    readMeta(t.need.accepted(await t.ask.list({ ...query, perPage: 1 }))).total;
  const french = await total({ language: 'FR' });
  // The checks of filters and walks report a total that counts everything.
  t.need.that(french < (await total({})), 'the total of a filtered list is that of the whole');
  return 'filtered';
}

async function observeUnknownLanguage(t: Stage): Promise<string> {
  const answer = await t.ask.list({ language: 'zz', perPage: 1 });
  if (answer.status !== 200) return String(answer.status);
  return readItems(answer).length === 0 ? 'empty-page' : 'a page with books';
}

async function observeMembership(t: Stage): Promise<string> {
  return withPublished(t, async (withdrawn) => {
    t.need.accepted(await t.ask.unpublish(withdrawn.id));
    const shown = await findListedEventually(t, withdrawn.id);
    const left = await isDeletedBookListed(t);
    if (shown === undefined) return 'no withdrawn books';
    return left ? 'deleted ones too' : 'all-but-deleted';
  });
}

async function observeUpdatedAt(t: Stage): Promise<string> {
  const { id, sent } = await t.make.draft('ebook', { language: ['de'] });
  const before = await findListedEventually(t, id);
  const title = `${sent.title}, revised`;
  t.need.accepted(await t.ask.update(id, { title }));
  const after = await findListedEventually(t, id, (item) => item.attributes['title'] === title);
  const [was, is] = [before?.attributes['updatedAt'], after?.attributes['updatedAt']];
  const moved = was !== is;
  // The update was in the same second as the creation.
  const tooSoon = !moved && typeof is === 'string' && !is.includes('.');
  t.need.that(
    !tooSoon,
    'times are in whole seconds, and the update was in the same second as the creation',
  );
  const kept = before?.attributes['createdAt'] === after?.attributes['createdAt'];
  return `${moved ? 'moved' : 'not moved'} by an update, createdAt ${kept ? 'kept' : 'moved'}`;
}

export const observedListed = section('List items, where the document is silent', [
  observe('list.language.match', observeLanguageMatch, write),
  observe('list.language.unknown', observeUnknownLanguage, read),
  observe('list.product-identifier', observeIdentifier, write),
  observe(
    'list.authors',
    async (t) => {
      const { authors } = (await findShelfItem(t, 'audio')).attributes;
      return Array.isArray(authors) ? authors.map(String).join('; ') : 'no array';
    },
    write,
  ),
  observe(
    'list.series',
    async (t) => {
      const { seriesTitle, seriesNumber } = (await findShelfItem(t, 'print')).attributes;
      const kind = (value: unknown): string =>
        value === null ? 'null' : isObject(value) ? 'object' : typeof value;
      return `title ${kind(seriesTitle)}, number ${kind(seriesNumber)}`;
    },
    write,
  ),
  observe('list.total', observeTotal, write),
  observe('list.membership', observeMembership, { needs: ['read', 'write', 'publish', 'delete'] }),
  observe('list.updated-at', observeUpdatedAt, write),
]);
