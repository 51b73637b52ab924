/** Names the requirements that are broken by refusing a valid create. */
import { isArray, isObject } from '../../contract/json-pointer.ts';
import type { StatedId } from '../../contract/requirements.ts';
import { leavesNothing } from './look-up-book.ts';
import type { Question } from './question.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The requirement that is broken if a refusal names one of these fields, although its value is documented. */
export const fieldRequirements = {
  language: 'book.language-either-case',
  copyright: 'book.copyright',
  saleTerritory: 'book.sale-territory',
  contributor: 'contributor.roles',
  price: 'price.currencies',
  audioDetails: 'audio-details.on-create-and-update',
} as const satisfies Fields;

const byField: Readonly<Record<string, StatedId>> = {
  ...fieldRequirements,
  subtitle: 'create.optional-properties',
  keyword: 'create.optional-properties',
  externalId: 'create.optional-properties',
  isbn: 'isbn.valid-on-create',
  publicationDate: 'date.valid-on-create',
  format: 'create.formats',
};

/**
 * Returns the requirements that a create breaks if it is refused: those of the fields that the
 * refusal names, or those of the few parts that were never accepted. The whole call if nothing
 * explains it, or too much does.
 */
export function createRefusalBreaks(
  names: readonly string[],
  fields: Fields | undefined,
  question: Question,
): readonly StatedId[] {
  const stored = storedBreaks(names, fields, question);
  if (stored !== undefined) return [stored];
  const isPrintIsbn = fields?.['format'] === 'print' && names.includes('isbn');
  const reasons: readonly StatedId[] = [
    ...named(names, byField),
    ...(isPrintIsbn ? (['isbn.expected-for-print'] as const) : []),
  ];
  if (reasons.length > 0) return reasons;
  const parts = [...new Set(neverAccepted(fields, question))];
  return parts.length === 0 || parts.length > mostParts ? ['create.answers-201'] : parts;
}

/** If more parts than these can be the reason, naming each of them would say nothing. */
const mostParts = 3;

/** If the external id of a create that was refused is taken afterwards, that create is to blame. */
function storedBreaks(
  names: readonly string[],
  fields: Fields | undefined,
  { world }: Question,
): StatedId | undefined {
  const externalId = fields?.['externalId'];
  const create = typeof externalId === 'string' ? world.refused.get(externalId) : undefined;
  return create && names.includes('externalId') ? leavesNothing[create.because] : undefined;
}

/**
 * Returns the requirements of those parts of a create that no accepted create had. If some of them
 * were in every create that was wrongly refused before, only those count.
 */
function neverAccepted(fields: Fields | undefined, { world }: Question): readonly StatedId[] {
  const parts = Object.entries(partsOfCreate(fields ?? {}));
  const fresh = parts.filter(([part]) => !world.used.has(partMark(part)));
  // Without an accepted create there is nothing to compare with.
  if (fresh.length === parts.length) return [];
  const common = fresh.filter(([part]) => world.refusedParts?.includes(part) === true);
  return (common.length > 0 ? common : fresh).map(([, requirement]) => requirement);
}

/** Returns the parts that creates have or lack, by name, with what the refusal of each breaks. */
export function partsOfCreate(fields: Fields): Readonly<Record<string, StatedId>> {
  const { format, language, contributor, price, copyright, publicationDate, isbn } = fields;
  const parts: Record<string, StatedId> = {};
  const add = (requirement: StatedId, ...names: readonly string[]): void => {
    for (const name of names) parts[name] = requirement;
  };
  if (typeof format === 'string') add('create.formats', format);
  add('book.language-either-case', ...texts(language).map(spellingOf));
  add('contributor.roles', ...valuesOf(contributor, 'role'));
  add('price.currencies', ...valuesOf(price, 'currency'));
  add('book.copyright', ...texts([copyright]).map((one) => `copyright ${one}`));
  for (const name of ['subtitle', 'keyword', 'externalId'] as const) {
    if (isGiven(fields[name])) add('create.optional-properties', name);
  }
  if (isGiven(fields['audioDetails'])) {
    add('audio-details.on-create-and-update', 'audioDetails');
  }
  if (format === 'print' && typeof isbn === 'string') {
    add('isbn.expected-for-print', 'isbn of a print book');
  }
  if (typeof isbn === 'string' && isbn.endsWith('0')) {
    add('isbn.valid-on-create', 'check digit 0');
  }
  if (typeof publicationDate === 'string' && publicationDate.endsWith('-02-29')) {
    add('date.valid-on-create', 'leap day');
  }
  return parts;
}

/** Empty values do not count. */
function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '' && !(isArray(value) && !value[0]);
}

/** The mark by which the monitor remembers that a create with this part was accepted. */
export function partMark(part: string): string {
  return `created with ${part}`;
}

function spellingOf(code: string): string {
  return code === code.toUpperCase() ? 'language in upper case' : 'language in lower case';
}

function texts(list: unknown): readonly string[] {
  return isArray(list) ? list.filter((one) => typeof one === 'string') : [];
}

function valuesOf(list: unknown, name: string): readonly string[] {
  return isArray(list) ? texts(list.map((one) => (isObject(one) ? one[name] : undefined))) : [];
}

/** The requirements of the fields a refusal names. */
export function named(
  names: readonly string[],
  requirements: Readonly<Record<string, StatedId>>,
): readonly StatedId[] {
  const found = names.flatMap(
    (name) => requirements[name.split(/[./[\]]/).find(Boolean) ?? ''] ?? [],
  );
  return [...new Set(found)];
}
