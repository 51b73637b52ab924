/** Observes a book's fields where the document is silent: which are shown, and which values are accepted. */
import { readFields } from '../../../src/contract/fields.ts';
import { isObject, type JsonObject } from '../../../src/contract/json-pointer.ts';
import { observe, section, watch } from '../../../src/harness/suite/index.ts';
import type { Exchange } from '../../../src/harness/evidence/index.ts';
import type { Stage } from '../../../src/harness/stage/index.ts';
import { author } from '../../../src/harness/arbitraries/index.ts';
import { fetchBook, isDocumentedField, getRefusal, undocumentedField } from '../steps/steps.ts';
import {
  readAfterPublish,
  changeExternalId,
  acceptsUnusualFields,
  getScratchBook,
  getUnchangedBook,
  attachContentOnly,
} from '../steps/shared-books.ts';

const needsWrite = { needs: ['write'] } as const;

/** Returns the attributes of a book from the response to a read or lookup, or undefined. */
function findBook({ operation, response: { status, body } }: Exchange): JsonObject | undefined {
  if (operation !== 'readBook' && operation !== 'lookUpBook') return undefined;
  const data = status === 200 && isObject(body) ? body['data'] : undefined;
  const attributes = isObject(data) ? data['attributes'] : undefined;
  return isObject(attributes) ? attributes : undefined;
}

/** Returns true if a book has this format and no files yet. */
function isNew(book: JsonObject, format: string): boolean {
  const { files } = book;
  return book['format'] === format && Array.isArray(files) && files.length === 0;
}

function getType(value: unknown): string {
  if (value === undefined) return 'absent';
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** Updates one field of the scratch book with one value after another; describes each result. */
async function tryValues(t: Stage, field: string, values: Readonly<Record<string, unknown>>) {
  const { id } = await getScratchBook(t);
  const results: string[] = [];
  for (const [label, value] of Object.entries(values)) {
    const json = { [field]: value };
    const response = await t.wire({ method: 'PATCH', path: `/books/${id}`, json });
    results.push(`${label}: ${getRefusal(t, response) ?? 'accepted'}`);
  }
  return results.join('; ');
}

const usd = { currency: 'USD', price: 9.99 };
const unusualPrices = {
  zero: [{ ...usd, price: 0 }],
  negative: [{ ...usd, price: -1 }],
  'three decimals': [{ ...usd, price: 9.999 }],
  'an unknown currency': [{ ...usd, currency: 'ZZZ' }],
  'a currency in lowercase': [{ ...usd, currency: 'usd' }],
  'a currency twice': [usd, usd],
  none: [],
};

export const observedBook = section('Book, where the document is silent', [
  watch('book.absent-vs-null', (exchange) => {
    const book = findBook(exchange);
    if (book === undefined) return undefined;
    const empty = readFields().nullable.filter((field) => (book[field] ?? null) === null);
    if (empty.some((field) => book[field] === undefined)) return 'absent';
    return empty.length > 0 ? 'null' : undefined;
  }),
  watch('book.series', (exchange) => {
    const book = findBook(exchange);
    return book?.['series'] === undefined ? undefined : getType(book['series']);
  }),
  watch('book.audience', (exchange) => {
    const book = findBook(exchange);
    return book?.['audience'] === undefined ? undefined : getType(book['audience']);
  }),
  watch('book.pod-details', (exchange) => {
    const book = findBook(exchange);
    if (book === undefined || !isNew(book, 'print')) return undefined;
    return isObject(book['podDetails']) ? 'object' : 'null';
  }),
  watch('book.ebook-details.keys', (exchange) => {
    const details = findBook(exchange)?.['ebookDetails'];
    return isObject(details) ? Object.keys(details).toSorted().join(', ') : undefined;
  }),
  watch('book.extra-attributes', (exchange) => {
    const book = findBook(exchange);
    if (book === undefined) return undefined;
    return Object.keys(book).every((name) => isDocumentedField(name) || name === undocumentedField)
      ? 'absent'
      : 'present';
  }),
  watch('book.timestamps', (exchange) => {
    const book = findBook(exchange);
    if (book === undefined) return undefined;
    return book['createdAt'] === undefined ? 'absent' : 'present';
  }),
  watch('status.closed', (exchange) => {
    const status = findBook(exchange)?.['status'];
    if (typeof status !== 'string') return undefined;
    const documentedStatuses = ['draft', 'published', 'in_review', 'withdrawn', 'action_needed'];
    // A documented status does not show that there are no others.
    return documentedStatuses.includes(status) ? undefined : 'open';
  }),
  observe(
    'book.ebook-details.when',
    async (t) => {
      const { hadDetails, hasDetails } = await attachContentOnly(t);
      if (hadDetails) return 'object';
      return hasDetails ? 'after-content' : 'null';
    },
    needsWrite,
  ),
  observe(
    'book.language.codes',
    async (t) => {
      if (await acceptsUnusualFields(t)) return 'any-code';
      const response = await t.ask.create(t.make.body('ebook', { language: ['pt-BR'] }));
      return getRefusal(t, response) === undefined ? 'any-code' : 'two-letters';
    },
    needsWrite,
  ),
  observe(
    'book.language.case',
    async (t) => {
      if (await acceptsUnusualFields(t)) return 'any-case';
      const response = await t.ask.create(t.make.body('ebook', { language: ['En'] }));
      return getRefusal(t, response) === undefined ? 'any-case' : 'two-spellings';
    },
    needsWrite,
  ),
  observe(
    'book.keyword.empty',
    async (t) => {
      const { id } = await getUnchangedBook(t, 'ebook');
      const { keyword } = await fetchBook(t, id);
      return Array.isArray(keyword) ? 'empty-array' : getType(keyword);
    },
    needsWrite,
  ),
  observe(
    'book.contributor.roles',
    async (t) => {
      if (await acceptsUnusualFields(t)) return 'open';
      const contributor = [author, { ...author, role: 'Translator' }];
      return getRefusal(t, await t.ask.create(t.make.body('ebook', { contributor }))) ?? 'open';
    },
    needsWrite,
  ),
  observe(
    'book.category.scheme',
    async (t) => tryValues(t, 'category', { 'an unknown code': ['ZZZ-NONSENSE'], none: [] }),
    needsWrite,
  ),
  observe(
    'book.sale-territory.values',
    async (t) => tryValues(t, 'saleTerritory', { 'a country': ['US'], none: [] }),
    needsWrite,
  ),
  observe('book.price.rules', async (t) => tryValues(t, 'price', unusualPrices), needsWrite),
  observe(
    'book.title.rules',
    async (t) => tryValues(t, 'description', { empty: '', blank: '  ', markup: '<p>Marked</p>' }),
    needsWrite,
  ),
  observe(
    'book.external-id.rules',
    async (t) => {
      const {
        changeRefusal,
        findsNew,
        findsOld,
        clearRefusal = 'accepted',
      } = await changeExternalId(t);
      if (changeRefusal !== undefined) return `changing it: ${changeRefusal}`;
      const describeLookup = (isFound: boolean): string => (isFound ? 'found' : 'not found');
      return `changing it: accepted, the new one ${describeLookup(findsNew)}, the old one ${describeLookup(findsOld)}; clearing it: ${clearRefusal}`;
    },
    needsWrite,
  ),
  observe(
    'book.is-final-version.reset',
    async (t) => ((await readAfterPublish(t)).isFinalVersion === true ? 'stays' : 'resets'),
    { needs: ['write', 'publish'] },
  ),
]);
