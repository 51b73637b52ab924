/** Writes a book: in full, and as an item of a list. */
import type { Account, Book } from '../book/index.ts';
import type { Readings, Rules } from '../readings/index.ts';

type Attributes = Readonly<Record<string, unknown>>;

export type PresentBook = (book: Book, account: Account) => Attributes;

/** Creates the function that formats times as the reading says. */
export function createTimePresenter(readings: Readings): (at: number) => string {
  const format = {
    'z-milliseconds': (iso: string) => iso,
    'z-seconds': (iso: string) => iso.replace(/\.[0-9]+Z$/, 'Z'),
    'z-fraction': (iso: string) => iso.replace('Z', '000Z'),
    offset: (iso: string) => iso.replace('Z', '+00:00'),
  }[readings['timestamps.precision']];
  return (at) => format(new Date(at).toISOString());
}

/** Creates the function that returns the attributes of a full book. */
export function createBookPresenter(readings: Readings, rules: () => Rules): PresentBook {
  const omitsNulls = readings['book.absent-vs-null'] === 'absent';
  const noKeywords = { 'empty-array': [], null: null, absent: undefined };
  const keywords = noKeywords[readings['book.keyword.empty']];
  const series = sampleValues[readings['book.series']];
  const audience = sampleValues[readings['book.audience']];
  const presentDetails = createDetailsPresenter(readings, rules);
  const extra = createExtraPresenter(readings);
  return (book, { imprint }) => {
    const attributes = {
      format: book.format,
      status: book.status,
      title: book.title,
      externalId: book.externalId,
      subtitle: book.subtitle,
      language: book.language,
      isbn: book.isbn,
      imprint,
      description: book.description,
      category: book.category,
      keyword: book.keyword.length === 0 ? keywords : book.keyword,
      copyright: book.copyright,
      saleTerritory: book.saleTerritory,
      publicationDate: book.publicationDate,
      isFinalVersion: book.isFinalVersion,
      contributor: book.contributor,
      price: book.price,
      ...presentDetails(book),
    };
    const shownAttributes = omitsNulls ? withoutNulls(attributes) : attributes;
    return { ...shownAttributes, series, audience, ...extra(book) };
  };
}

function createDetailsPresenter(readings: Readings, rules: () => Rules) {
  const ebookDetails = ebookDetailsConditions[readings['book.ebook-details.when']];
  const printDetails = { null: null, object: { trimSize: '5.5 x 8.5 in' } };
  const podDetails = printDetails[readings['book.pod-details']];
  const chapters = createChapterPresenter(readings, rules);
  return (book: Book): Attributes => ({
    ebookDetails: ebookDetails(book) ? emptyEbookDetails : null,
    podDetails: book.format === 'print' ? podDetails : null,
    audioDetails: book.audioDetails,
    files: book.files,
    chapters: chapters(book),
  });
}

function createExtraPresenter(readings: Readings): (book: Book) => Attributes {
  const time = createTimePresenter(readings);
  const hasTimes = readings['book.timestamps'] === 'present';
  const hasExtra = readings['book.extra-attributes'] === 'present';
  return (book) => ({
    ...book.extra,
    ...(hasTimes ? { createdAt: time(book.createdAt), updatedAt: time(book.updatedAt) } : {}),
    ...(hasExtra ? { catalogueNumber: book.sequence } : {}),
  });
}

/** Creates the function that returns the attributes of a list item. */
export function createItemPresenter(readings: Readings, rules: () => Rules) {
  const time = createTimePresenter(readings);
  const hasExtra = readings['book.extra-attributes'] === 'present';
  return (book: Book): Attributes => ({
    externalId: book.externalId,
    format: book.format,
    title: book.title,
    subtitle: book.subtitle,
    seriesTitle: null,
    seriesNumber: null,
    productIdentifier: book.isbn,
    productIdentifierType: book.isbn === null ? null : 'ISBN13',
    authors: rules().formatAuthorNames(book.contributor),
    language: book.language,
    status: book.status,
    createdAt: time(book.createdAt),
    updatedAt: time(book.updatedAt),
    ...(hasExtra ? { catalogueNumber: book.sequence } : {}),
  });
}

/** A value of each JSON type that a reading allows, for fields without a documented type. */
const sampleValues: Readonly<Record<Readings['book.series'], unknown>> = {
  null: null,
  string: 'general',
  object: { code: 'general' },
  array: ['general'],
};

const emptyEbookDetails = { pageCount: 0, programEnrolled: false, publishedOnRetailer: false };

const ebookDetailsConditions: Readonly<
  Record<Readings['book.ebook-details.when'], (book: Book) => boolean>
> = {
  'after-content': ({ files }) => files.some(({ role }) => role === 'ebook_content'),
  null: () => false,
  object: ({ format }) => format === 'ebook',
};

function createChapterPresenter(readings: Readings, rules: () => Rules): (book: Book) => unknown {
  const noChapters = { 'empty-array': [], null: null }[readings['chapters.new-audio-value']];
  return ({ chapters }) => {
    if (chapters === null) return null;
    return chapters.length === 0 ? noChapters : rules().orderChapters(chapters);
  };
}

function withoutNulls(attributes: Attributes): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== null));
}
