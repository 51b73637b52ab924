/** Returns the reasons to refuse values of single fields, in a create or an update. */
import { isArray, isObject, type JsonObject } from '../../contract/json-pointer.ts';
import type { StatedId } from '../../contract/requirements.ts';
import { unknownKeyGrounds } from './body-grounds.ts';
import { classifyDate } from './dates.ts';
import { classifyIsbn } from './isbn.ts';
import { anyRefusal, decides, may, must, type Ground, when } from './grounds.ts';
import { isEverydayLanguage, isOrdinaryText } from './texts.ts';

/** What the judges of single fields need to know. */
export interface FieldContext {
  readonly operation: 'createBook' | 'updateBook';
  /** The format of the book, if it is known. */
  readonly format: string | undefined;
  /** True if this service has accepted an ISBN for a book of this format. */
  readonly takesIsbn: boolean;
}

/** Returns the reasons to refuse a value that is not null. */
type Judge = (value: unknown, context: FieldContext) => readonly Ground[];

function getSchemaRequirement({ operation }: Pick<FieldContext, 'operation'>): StatedId {
  return operation === 'createBook' ? 'create.schema-400' : 'update.schema-400';
}

export const fieldJudges: Readonly<Record<string, Judge>> = {
  format: (value, context) => {
    if (typeof value !== 'string') return [wrongType('format', context)];
    const isListed = ['ebook', 'print', 'audio'].includes(value);
    return isListed ? [] : [must(getSchemaRequirement(context), [400, 422], 'format')];
  },
  title: textJudge('title', 150),
  subtitle: textJudge('subtitle', 150),
  description: textJudge('description', 1000),
  externalId: (value, context) => {
    if (typeof value !== 'string') return [wrongType('externalId', context)];
    return /^[\w.-]{1,64}$/.test(value) ? [] : [may('book.external-id.rules', ...anyRefusal)];
  },
  language: listJudge('language', (code) =>
    isEverydayLanguage(code)
      ? []
      : [may('book.language.codes', ...anyRefusal), may('book.language.case', ...anyRefusal)],
  ),
  category: listJudge('category', (code) =>
    /^[A-Z]{3}[0-9]{6}$/.test(code) ? [] : [may('book.category.scheme', ...anyRefusal)],
  ),
  keyword: (value, context) => {
    // Unlike other lists, this one may be empty.
    if (isArray(value) && value.length === 0) return [];
    return listJudge('keyword', textGrounds(100))(value, context);
  },
  saleTerritory: listJudge('saleTerritory', (name) =>
    name === 'ALL' ? [] : [may('book.sale-territory.values', ...anyRefusal)],
  ),
  copyright: (value, context) => {
    if (typeof value !== 'string') return [wrongType('copyright', context)];
    return value === 'SELF' ? [] : [may('book.copyright.values', ...anyRefusal)];
  },
  isbn: judgeIsbn,
  publicationDate: judgeDate,
  isFinalVersion: (value, context) =>
    typeof value === 'boolean' ? [] : [wrongType('isFinalVersion', context)],
  contributor: entriesJudge('contributor', judgeContributor),
  price: entriesJudge('price', judgePrice),
  audioDetails: judgeAudioDetails,
};

function wrongType(name: string, context: Pick<FieldContext, 'operation'>): Ground {
  return must(getSchemaRequirement(context), [400], name);
}

function textGrounds(maxLength: number): (text: string) => readonly Ground[] {
  return (text) =>
    isOrdinaryText(text, maxLength)
      ? []
      : [may('string.limits', ...anyRefusal), may('book.title.rules', ...anyRefusal)];
}

function textJudge(name: string, maxLength: number): Judge {
  const getGrounds = textGrounds(maxLength);
  return (value, context) =>
    typeof value === 'string' ? getGrounds(value) : [wrongType(name, context)];
}

/** A service may refuse more entries than this. */
const safeEntryCount = 20;

function listJudge(name: string, judgeEntry: (text: string) => readonly Ground[]): Judge {
  return (value, context) => {
    if (!isArray(value)) return [wrongType(name, context)];
    const hasRepeats = new Set(value.map((entry) => JSON.stringify(entry))).size < value.length;
    const isOpen = value.length === 0 || value.length > safeEntryCount || hasRepeats;
    return [
      ...when(isOpen, may('sizes', ...anyRefusal)),
      ...value.flatMap((entry, index) =>
        typeof entry === 'string'
          ? judgeEntry(entry)
          : [must(getSchemaRequirement(context), [400], `${name}.${index}`, name)],
      ),
    ];
  };
}

type EntryJudge = (entry: JsonObject, place: string) => readonly Ground[];

function entriesJudge(name: string, judgeEntry: EntryJudge): Judge {
  return (value, context) => {
    if (!isArray(value)) return [wrongType(name, context)];
    const isOpen = value.length === 0 || value.length > safeEntryCount;
    return [
      ...when(isOpen, may('sizes', ...anyRefusal)),
      ...value.flatMap((entry, index) =>
        isObject(entry)
          ? judgeEntry(entry, `${name}.${index}`)
          : [must(getSchemaRequirement(context), [400], `${name}.${index}`, name)],
      ),
    ];
  };
}

function judgeContributor(entry: JsonObject, place: string): readonly Ground[] {
  const invalidKeys = ['firstName', 'lastName', 'role'].filter(
    (key) => typeof entry[key] !== 'string',
  );
  if (invalidKeys.length > 0) {
    return invalidKeys.map((key) => must('contributor.fields', [400], `${place}.${key}`, place));
  }
  const { firstName, lastName, role } = entry;
  const names = [firstName, lastName].filter((name) => typeof name === 'string');
  const isKnownRole = ['Author', 'Editor', 'Narrated by'].some((name) => name === role);
  return [
    ...names.flatMap(textGrounds(80)),
    ...when(!isKnownRole, decides('book.contributor.roles', ...anyRefusal)),
    ...unknownKeyGrounds(entry, ['firstName', 'lastName', 'role']),
  ];
}

function judgePrice(entry: JsonObject, place: string): readonly Ground[] {
  const { currency, price } = entry;
  const invalidKeys = [
    ...(typeof currency === 'string' ? [] : ['currency']),
    ...(typeof price === 'number' ? [] : ['price']),
  ];
  if (invalidKeys.length > 0) {
    return invalidKeys.map((key) => must('price.fields', [400], `${place}.${key}`, place));
  }
  const isSafe =
    ['USD', 'EUR', 'GBP'].some((code) => code === currency) &&
    typeof price === 'number' &&
    price > 0 &&
    price < 1000 &&
    Number(price.toFixed(2)) === price;
  return [
    ...when(!isSafe, may('book.price.rules', ...anyRefusal)),
    ...unknownKeyGrounds(entry, ['currency', 'price']),
  ];
}

function judgeIsbn(value: unknown, context: FieldContext): readonly Ground[] {
  if (typeof value !== 'string') return [wrongType('isbn', context)];
  const requirement =
    context.operation === 'createBook' ? 'isbn.valid-on-create' : 'isbn.valid-on-update';
  const kind = classifyIsbn(value);
  if (value.trim() === '') return [may('string.limits', 400, 422)];
  const formatGrounds = isbnFormatGrounds(context);
  if (kind === 'invalid') return [must(requirement, [422], 'isbn'), ...formatGrounds];
  return [
    ...when(kind === 'open', may('isbn.hyphens', 422), may('isbn.prefixes', 422)),
    ...formatGrounds,
  ];
}

/** An ISBN for another format than print may be refused, unless this service has accepted one. */
function isbnFormatGrounds({ format, takesIsbn }: FieldContext): readonly Ground[] {
  if (format === 'print' || takesIsbn) return [];
  return [(format === undefined ? may : decides)('isbn.formats', ...anyRefusal)];
}

function judgeDate(value: unknown, context: FieldContext): readonly Ground[] {
  const requirement =
    context.operation === 'createBook' ? 'date.valid-on-create' : 'date.valid-on-update';
  if (typeof value !== 'string') return [must(requirement, [400, 422], 'publicationDate')];
  const kind = classifyDate(value);
  if (kind === 'valid') {
    const year = Number(value.slice(0, 4));
    return year > 1900 && year < 2100 ? [] : [may('date.form', 400, 422)];
  }
  return kind === 'other-form'
    ? [may('date.form', 422)]
    : [must(requirement, [422], 'publicationDate')];
}

function judgeAudioDetails(value: unknown, context: FieldContext): readonly Ground[] {
  if (!isObject(value)) return [wrongType('audioDetails', context)];
  const { audioLength, audioEdition } = value;
  const isLengthValid = audioLength === undefined || Number.isInteger(audioLength);
  return [
    ...when(!isLengthValid, must('audio-details.length', [400], 'audioDetails.audioLength')),
    ...judgeEdition(audioEdition),
    ...lengthGrounds(audioLength),
    ...when(
      audioLength === undefined || audioEdition === undefined || audioLength === 0,
      may('create.audio-details-required', ...anyRefusal),
    ),
    ...unknownKeyGrounds(value, ['audioLength', 'audioEdition']),
    ...when(context.format !== 'audio', decides('create.audio-details-on-other', ...anyRefusal)),
  ];
}

function lengthGrounds(length: unknown): readonly Ground[] {
  if (typeof length !== 'number' || (length >= 0 && length <= 1_000_000)) return [];
  return [(length < 0 ? decides : may)('create.audio-length.range', ...anyRefusal)];
}

function judgeEdition(edition: unknown): readonly Ground[] {
  if (edition === undefined || edition === 'UBR' || edition === 'ABR') return [];
  const statuses = typeof edition === 'string' ? [400, 422] : [400];
  return [must('audio-details.edition', statuses, 'audioDetails.audioEdition')];
}
