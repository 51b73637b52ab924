/** Observes list items and filters where the document is silent (Book list item). */
import { getMaxPageSize } from '../../../src/contract/fields.ts';
import { observe, section } from '../../../src/harness/suite/index.ts';
import { isObject } from '../../../src/contract/json-pointer.ts';
import { readItems, type ListItem } from '../../../src/harness/evidence/index.ts';
import type { Stage } from '../../../src/harness/stage/index.ts';
import { withPublished } from '../steps/shared-books.ts';
import { requireValue } from '../steps/steps.ts';
import {
  fetchFrenchItems,
  findListItemEventually,
  isDeletedBookListed,
  selectOwnItems,
  getFrenchBooks,
} from '../../property/lists/french-books.ts';

const needsRead = { needs: ['read'] } as const;
const needsReadWrite = { needs: ['read', 'write'] } as const;

/** Returns the list item of one of this run's French books in this format. */
async function findFrenchItem(t: Stage, format: 'print' | 'audio'): Promise<ListItem> {
  const items = await selectOwnItems(t, await fetchFrenchItems(t));
  const item = items.find(({ attributes }) => attributes['format'] === format);
  return requireValue(item, `the list does not show the ${format} book of this run`);
}

async function observeLanguageMatch(t: Stage): Promise<string> {
  await fetchFrenchItems(t);
  const response = await t.ask.list({ language: 'fr', perPage: getMaxPageSize() });
  // A refusal is a drift of list.language, which the monitor reports.
  t.need.accepted(response);
  return (await selectOwnItems(t, readItems(response))).length > 0 ? 'any-case' : 'uppercase-only';
}

async function observeIdentifier(t: Stage): Promise<string> {
  const item = await findFrenchItem(t, 'print');
  const book = (await getFrenchBooks(t)).find(({ id }) => id === item.id);
  const { productIdentifier } = item.attributes;
  return productIdentifier === book?.body.isbn ? 'isbn' : JSON.stringify(productIdentifier ?? null);
}

async function observeUnknownLanguage(t: Stage): Promise<string> {
  const exchange = await t.ask.list({ language: 'zz', perPage: 1 });
  if (exchange.response.status !== 200) return String(exchange.response.status);
  return readItems(exchange).length === 0 ? 'empty-page' : 'a page with books';
}

async function observeMembership(t: Stage): Promise<string> {
  return withPublished(t, async (book) => {
    t.need.accepted(await t.ask.unpublish(book.id));
    const withdrawnItem = await findListItemEventually(t, book.id);
    const listsDeleted = await isDeletedBookListed(t);
    if (withdrawnItem === undefined) return 'no withdrawn books';
    return listsDeleted ? 'deleted ones too' : 'all-but-deleted';
  });
}

async function observeUpdatedAt(t: Stage): Promise<string> {
  const { id, body } = await t.make.draft('ebook', { language: ['de'] });
  const itemBefore = await findListItemEventually(t, id);
  const title = `${body.title}, revised`;
  t.need.accepted(await t.ask.update(id, { title }));
  const itemAfter = await findListItemEventually(
    t,
    id,
    (item) => item.attributes['title'] === title,
  );
  const updatedAtBefore = itemBefore?.attributes['updatedAt'];
  const updatedAtAfter = itemAfter?.attributes['updatedAt'];
  const hasMoved = updatedAtBefore !== updatedAtAfter;
  const isSameSecond =
    !hasMoved && typeof updatedAtAfter === 'string' && !updatedAtAfter.includes('.');
  t.need.that(
    !isSameSecond,
    'times are in whole seconds, and the update was in the same second as the creation',
  );
  const keepsCreatedAt = itemBefore?.attributes['createdAt'] === itemAfter?.attributes['createdAt'];
  return `${hasMoved ? 'moved' : 'not moved'} by an update, createdAt ${keepsCreatedAt ? 'kept' : 'moved'}`;
}

export const observedListItems = section('List items, where the document is silent', [
  observe('list.language.match', observeLanguageMatch, needsReadWrite),
  observe('list.language.unknown', observeUnknownLanguage, needsRead),
  observe('list.product-identifier', observeIdentifier, needsReadWrite),
  observe(
    'list.authors',
    async (t) => {
      const { authors } = (await findFrenchItem(t, 'audio')).attributes;
      return Array.isArray(authors) ? authors.map(String).join('; ') : 'no array';
    },
    needsReadWrite,
  ),
  observe(
    'list.series',
    async (t) => {
      const { seriesTitle, seriesNumber } = (await findFrenchItem(t, 'print')).attributes;
      const kind = (value: unknown): string =>
        value === null ? 'null' : isObject(value) ? 'object' : typeof value;
      return `title ${kind(seriesTitle)}, number ${kind(seriesNumber)}`;
    },
    needsReadWrite,
  ),
  observe('list.membership', observeMembership, { needs: ['read', 'write', 'publish', 'delete'] }),
  observe('list.updated-at', observeUpdatedAt, needsReadWrite),
]);
