/** Checks the fields of books in creates and updates. */
import type { Service } from './book.ts';
import { openPoints as open } from './open-points.ts';
import { type Json, type Mistake, wrong } from './refusal.ts';

/** What a service does with a value: it stores it, ignores it, or refuses it with a status. */
type Outcome = { readonly store: unknown } | 'ignored' | number | readonly Mistake[];

type Check = (service: Service, value: unknown, context: FieldContext) => Outcome;

export interface FieldContext {
  /** The fields that the book has; undefined on create. */
  readonly stored: Json | undefined;
  readonly format: unknown;
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isUuid(text: string): boolean {
  return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);
}

function accept(choice: number | string, value: unknown): Outcome {
  if (typeof choice === 'number') return choice;
  return choice === 'ignored' ? 'ignored' : { store: value };
}

/** Returns a text as the service stores it, and as it looks it up. */
export function storeText({ choose }: Service, text: string): string {
  const how = choose(open['how texts are stored']);
  if (how === 'as sent') return text;
  return how === 'trimmed' ? text.trim() : text.normalize(how);
}

const text: Check = (service, value) => {
  const { choose } = service;
  if (typeof value !== 'string') return 400;
  if (value.length > choose(open['the longest text'])) {
    return choose(open['a value outside a range']);
  }
  const isEmpty = /^[\s\p{Cc}]*$/u.test(value);
  return accept(isEmpty ? choose(open['an empty text']) : 'accepted', storeText(service, value));
};

const texts =
  (isKnown: (code: string) => boolean, mayBeEmpty: boolean): Check =>
  (service, value) => {
    const { choose } = service;
    if (!isTexts(value)) return 400;
    if (value.length === 0 && !mayBeEmpty) return accept(choose(open['an empty list']), value);
    return accept(value.every(isKnown) ? 'accepted' : choose(open['unknown codes']), value);
  };

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

const language: Check = (service, value, context) => {
  const outcome = texts((code) => /^(?:[a-z]{2}|[A-Z]{2})$/.test(code), false)(
    service,
    value,
    context,
  );
  if (!isTexts(value) || typeof outcome !== 'object' || !('store' in outcome)) return outcome;
  return { store: value.map((code) => code.toUpperCase()) };
};

const date: Check = ({ choose, now }, value, { stored }) => {
  if (typeof value !== 'string') return choose(open['a date of another type']);
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(value) ?? [];
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const at = Date.parse(`${iso}T00:00:00Z`);
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== iso) return 422;
  if (iso !== value && choose(open['a date in another notation']) === 422) return 422;
  const isPast = at < now() - 2 * 86_400_000 && stored === undefined;
  return accept(isPast ? choose(open['a date in the past on create']) : 'accepted', iso);
};

function isIsbn(value: string): boolean {
  if (!/^97[89]\d{10}$/.test(value)) return false;
  const sum = [...value].reduce((total, digit, at) => total + Number(digit) * (at % 2 ? 3 : 1), 0);
  return sum % 10 === 0;
}

const isbn: Check = (service, value, { stored, format }) => {
  const { choose } = service;
  if (typeof value !== 'string') return choose(open['an ISBN of another type']);
  if (!isIsbn(value)) return 422;
  if (value.startsWith('979') && choose(open['an ISBN with 979']) === 422) return 422;
  const choice = format === 'print' ? 'accepted' : choose(open['an ISBN of other formats']);
  if (choice !== 'accepted') return accept(choice, value);
  return accept(
    isTaken(service, ['isbn', value], stored) ? choose(open['an ISBN used twice']) : '',
    value,
  );
};

const externalId: Check = (service, value, context) => {
  const { choose } = service;
  const outcome = text(service, value, context);
  if (typeof outcome === 'number' || typeof value !== 'string') return outcome;
  const known = context.stored?.['externalId'];
  if (known !== undefined && known !== value) {
    const choice = choose(open['a changed external id']);
    if (choice !== 'accepted') return choice;
  }
  const isUsed = isTaken(service, ['externalId', storeText(service, value)], context.stored);
  return isUsed ? accept(choose(open['an external id used twice']), value) : outcome;
};

/** Returns whether another book has a value. */
function isTaken(
  { books }: Service,
  [field, value]: readonly [string, string],
  stored: Json | undefined,
): boolean {
  return books.some((book) => {
    const version = book.versions.at(-1)?.version;
    return (
      version !== undefined &&
      !version.isDeleted &&
      version.fields !== stored &&
      version.fields[field] === value
    );
  });
}

/** Checks the items of a list of objects. */
const objects =
  (types: Readonly<Record<string, string>>, isKnown: (item: Json) => boolean): Check =>
  ({ choose }, value) => {
    if (!Array.isArray(value)) return 400;
    const items: readonly unknown[] = value;
    if (items.length === 0) return accept(choose(open['an empty list']), value);
    const mistakes = items.flatMap((item, at): Mistake[] => {
      if (!isObject(item)) return [{ path: [at], status: 400 }];
      const fields = Object.entries(types).filter(([name, type]) => typeof item[name] !== type);
      return fields.map(([name]) => ({ path: [at, name], status: 400 }));
    });
    if (mistakes.length > 0) return mistakes;
    const areKnown = items.every((item) => isObject(item) && isKnown(item));
    return accept(areKnown ? 'accepted' : choose(open['unknown codes']), value);
  };

const audioDetails: Check = ({ choose }, value, { stored, format }) => {
  if (!isObject(value)) return 400;
  const before = stored?.['audioDetails'];
  const merges = choose(open['an update of audio details']) === 'merged' && isObject(before);
  const details = { ...(merges && before), ...value };
  const mistakes: Mistake[] = [];
  if (!Number.isInteger(details['audioLength'])) mistakes.push(wrong('audioLength', 400));
  const edition = details['audioEdition'];
  if (typeof edition !== 'string') mistakes.push(wrong('audioEdition', 400));
  else if (edition !== 'UBR' && edition !== 'ABR') {
    mistakes.push(wrong('audioEdition', choose(open['a value outside a range'])));
  }
  if (mistakes.length > 0) return mistakes;
  if (format !== 'audio') return accept(choose(open['audio details of other formats']), details);
  return { store: { audioLength: details['audioLength'], audioEdition: edition } };
};

const format: Check = ({ choose }, value, { stored }) => {
  if (typeof value !== 'string') return 400;
  if (!['ebook', 'print', 'audio'].includes(value)) return choose(open['an unknown format']);
  if (stored === undefined || value === stored['format']) return { store: value };
  return accept(choose(open['an update of the format']), value);
};

const isFinalVersion: Check = ({ choose }, value, { stored }) => {
  if (stored === undefined) return accept(choose(open['fields that create does not list']), value);
  return typeof value === 'boolean' ? { store: value } : 400;
};

const setByService: Check = ({ choose }) => choose(open['fields that only the service sets']);

const copyright: Check = ({ choose }, value) => {
  if (typeof value !== 'string') return 400;
  return accept(value === 'SELF' ? 'accepted' : choose(open['unknown codes']), value);
};

const roles = ['Author', 'Editor', 'Narrated by'];

const checks: Readonly<Record<string, Check>> = {
  format,
  title: text,
  subtitle: text,
  description: text,
  externalId,
  language,
  isbn,
  category: texts((code) => /^[A-Z]{3}\d{6}$/.test(code), false),
  keyword: texts(() => true, true),
  copyright,
  saleTerritory: texts((code) => code === 'ALL', false),
  publicationDate: date,
  isFinalVersion,
  contributor: objects({ firstName: 'string', lastName: 'string', role: 'string' }, ({ role }) =>
    roles.some((known) => known === role),
  ),
  price: objects(
    { currency: 'string', price: 'number' },
    ({ currency, price }) => /^(?:USD|EUR|GBP)$/.test(String(currency)) && Number(price) >= 0,
  ),
  audioDetails,
  status: setByService,
  imprint: setByService,
  files: setByService,
};

const requiredFields = [
  'format',
  'title',
  'language',
  'description',
  'category',
  'copyright',
  'saleTerritory',
  'publicationDate',
  'contributor',
  'price',
];
const nullableFields = ['subtitle', 'externalId', 'isbn', 'audioDetails'];

export interface CheckedFields {
  readonly fields: Json;
  readonly mistakes: readonly Mistake[];
}

/** Returns the fields to store, and the mistakes. Chapters are checked elsewhere. */
export function checkFields(service: Service, body: Json, stored?: Json): CheckedFields {
  const fields: Record<string, unknown> = {};
  const mistakes: Mistake[] = [];
  if (stored === undefined) {
    const missing = requiredFields.filter((name) => body[name] === undefined);
    mistakes.push(...missing.map((name) => wrong(name, 400)));
  }
  const formatNow = body['format'] ?? stored?.['format'];
  for (const [name, value] of Object.entries(body)) {
    if (name === 'chapters' && stored !== undefined) continue;
    const outcome = checkField(service, [name, value], { stored, format: formatNow });
    if (typeof outcome === 'number') mistakes.push(wrong(name, outcome));
    else if (outcome === 'ignored') continue;
    else if ('store' in outcome) fields[name] = mergeLists(service, stored?.[name], outcome.store);
    else mistakes.push(...outcome.map(({ path, status }) => ({ path: [name, ...path], status })));
  }
  return { fields, mistakes };
}

function checkField(
  service: Service,
  [name, value]: readonly [string, unknown],
  context: FieldContext,
): Outcome {
  const { choose } = service;
  const check = checks[name];
  if (name === 'chapters') return choose(open['fields that create does not list']);
  if (check === undefined) return choose(open['unknown properties']);
  if (value !== null || check === setByService) return check(service, value, context);
  if (check === isFinalVersion && context.stored === undefined)
    return check(service, value, context);
  if (nullableFields.includes(name)) {
    const isUpdate = context.stored !== undefined;
    const choice = isUpdate
      ? choose(open['null clears a field'])
      : choose(open['null for an optional field']);
    return accept(choice, null);
  }
  if (context.stored !== undefined) return choose(open['null for a required field']);
  return name === 'keyword' ? choose(open['a value outside a range']) : 400;
}

/** Returns the list that an update leaves. */
function mergeLists({ choose }: Service, before: unknown, sent: unknown): unknown {
  if (!Array.isArray(before) || !Array.isArray(sent)) return sent;
  if (choose(open['lists in an update']) === 'replaced') return sent;
  const items: readonly unknown[] = before.concat(sent);
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}
