/** What the filters leave of the list, and that the list shows what there is (Endpoints, Book list item). */
import { check, section } from '../../../src/harness/suite/index.ts';
import { attributes, items, type ListItem, meta } from '../../../src/harness/evidence/index.ts';
import type { Stage } from '../../../src/harness/stage/index.ts';
import { formats } from '../../../src/harness/values/index.ts';
import { listedItem } from './newest.ts';
import { frenchItems, ownOf, ownUnder, shelf } from './shelf.ts';

const needs = { needs: ['read', 'write'] } as const;

const shared = ['externalId', 'format', 'title', 'subtitle', 'language', 'status'] as const;

/** What list item and full book both show. An absent value counts as null, for it may be either. */
function common(book: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(shared.map((key) => [key, book[key] ?? null]));
}

async function totalOf(t: Stage, query: Parameters<Stage['ask']['list']>[0]): Promise<number> {
  return meta(t.need.accepted(await t.ask.list({ ...query, perPage: 1 }))).total;
}

/** The French total, and what the three formats of French books add up to. */
async function frenchTotals(t: Stage): Promise<{ whole: number; parts: number }> {
  const counts: number[] = [];
  for (const format of formats) counts.push(await totalOf(t, { language: 'FR', format }));
  const whole = await totalOf(t, { language: 'FR' });
  return { whole, parts: counts.reduce((sum, count) => sum + count, 0) };
}

function strangers(shown: readonly ListItem[], belongs: (item: ListItem) => boolean): string {
  const found = shown.filter((item) => !belongs(item));
  return found.map((item) => JSON.stringify(common(item.attributes))).join(', ');
}

function isFrench({ attributes: { language } }: ListItem): boolean {
  return Array.isArray(language) && language.some((code) => String(code).toUpperCase() === 'FR');
}

export const listFilters = section('Filters and what is listed', [
  check(
    'list.agrees-with-book',
    {
      'shows of a book what the book shows, whatever its format': async (t) => {
        const own = await ownOf(t, await frenchItems(t));
        const listed = formats.map((format) => ({
          format,
          item: own.find((one) => one.attributes['format'] === format),
        }));
        t.need.that(
          listed.some(({ item }) => item !== undefined),
          'no listed book tells its format',
        );
        for (const { format, item } of listed) {
          if (item === undefined) continue;
          const book = attributes(await t.ask.read(item.id));
          t.expect.equal(common(item.attributes), common(book), `list item of a book (${format})`);
        }
      },
      'follows an update': async (t) => {
        const { id, sent } = await t.make.draft('ebook', { language: ['de'] });
        t.need.that((await listedItem(t, id)) !== undefined, 'the list does not show the book');
        const title = `${sent.title} anew`;
        t.need.accepted(await t.ask.update(id, { title }));
        const book = common(attributes(await t.ask.read(id)));
        const item = await listedItem(t, id, (one) => one.attributes['title'] === book['title']);
        t.expect.equal(common(item?.attributes ?? {}), book, 'list item after an update');
      },
    },
    needs,
  ),
  check(
    'list.format-filter',
    {
      'shows only books of the format that was asked for': async (t) => {
        await shelf(t);
        for (const format of formats) {
          const answer = t.need.accepted(await t.ask.list({ format, perPage: 100 }));
          const others = strangers(items(answer), (item) => item.attributes['format'] === format);
          t.expect.equal(others, '', `books of another format under format=${format}`);
        }
      },
      'shows only books of that format on the second page, too': async (t) => {
        await frenchItems(t);
        for (const format of ['print', 'ebook'] as const) {
          const query = { format, language: 'FR', perPage: 1, page: 2 } as const;
          const answer = t.need.accepted(await t.ask.list(query));
          const others = strangers(items(answer), (item) => item.attributes['format'] === format);
          t.expect.equal(others, '', `books of another format on page 2 under format=${format}`);
        }
      },
      'shows all of our books of the format that was asked for': async (t) => {
        await frenchItems(t);
        for (const format of formats) {
          const [shown, wanted] = await ownUnder(t, { language: 'FR', format });
          t.expect.equal(shown, wanted, `own books under format=${format}`);
        }
      },
      'adds up to the whole over the three formats': async (t) => {
        await frenchItems(t);
        const { whole, parts } = await t.eventually(
          async () => frenchTotals(t),
          (totals) => totals.whole === totals.parts,
        );
        t.expect.equal(parts, whole, 'totals of the three formats together');
      },
    },
    needs,
  ),
  check(
    'list.language-filter',
    {
      'shows only books in the language that was asked for': async (t) => {
        await shelf(t);
        const answer = t.need.accepted(await t.ask.list({ language: 'FR', perPage: 100 }));
        t.expect.equal(strangers(items(answer), isFrench), '', 'others under language=FR');
        const second = t.need.accepted(await t.ask.list({ language: 'FR', perPage: 2, page: 2 }));
        t.expect.equal(
          strangers(items(second), isFrench),
          '',
          'others on page 2 under language=FR',
        );
      },
      'shows our books under their language and not under another': async (t) => {
        const [shown, wanted] = await ownUnder(t, { language: 'FR' });
        t.expect.equal(shown, wanted, 'own books under language=FR');
        const german = t.need.accepted(await t.ask.list({ language: 'DE', perPage: 100 }));
        t.expect.equal((await ownOf(t, items(german))).length, 0, 'own books under language=DE');
      },
    },
    needs,
  ),
  check(
    'list.shows-created',
    {
      'shows a book soon after it was created': async (t) => {
        for (const format of formats) {
          const { id } = await t.make.draft(format, { language: ['de'] });
          const item = await listedItem(t, id);
          t.expect.that(item !== undefined, {
            expected: `a new book of format ${format} among the newest or the last pages of the list`,
            actual: 'the list does not show it',
          });
        }
      },
    },
    needs,
  ),
]);
