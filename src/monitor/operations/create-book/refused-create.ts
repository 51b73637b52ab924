/** Finds the requirements that a service breaks by refusing a valid create. */
import { readFields } from '../../../contract/fields.ts';
import { isArray, isObject, type JsonObject } from '../../../contract/json-pointer.ts';
import type { StatedId } from '../../../contract/requirements.ts';
import {
  fieldRequirements,
  getRequirements,
  leavesNothing,
  type Question,
} from '../../grounds/index.ts';

/** The fields whose refusal breaks a requirement of their own. That of another optional field breaks a common one. */
const requirementByField: Readonly<Record<string, StatedId>> = {
  ...fieldRequirements,
  isbn: 'isbn.valid-on-create',
  publicationDate: 'date.valid-on-create',
  format: 'create.formats',
};

/** Returns the optional fields of a create that have no requirement of their own. */
function listPlainFields(): readonly string[] {
  const { all, required } = readFields().create;
  return all.filter((name) => !required.includes(name) && !(name in requirementByField));
}

/**
 * Returns the requirements that the refusal of a create breaks: those of the fields that it names, or else those of
 * the parts that were never accepted. If there are no such parts or too many, the whole call is to blame.
 */
export function findBrokenByCreateRefusal(
  names: readonly string[],
  fields: JsonObject | undefined,
  question: Question,
): readonly StatedId[] {
  const earlierCreate = blameEarlierCreate(names, fields, question);
  if (earlierCreate !== undefined) return [earlierCreate];
  const isPrintIsbn = fields?.['format'] === 'print' && names.includes('isbn');
  const wereAccepted = listAcceptedRequirements(fields ?? {}, question);
  const reasons: readonly StatedId[] = [
    ...getRequirements(names, {
      ...Object.fromEntries(
        listPlainFields().map((name) => [name, 'create.optional-properties'] as const),
      ),
      ...requirementByField,
    }),
    ...(isPrintIsbn ? (['isbn.expected-for-print'] as const) : []),
  ].filter((requirement) => !wereAccepted.includes(requirement));
  if (reasons.length > 0) return reasons;
  const parts = [...new Set(findNewParts(fields, question))];
  return parts.length === 0 || parts.length > maxParts ? ['create.answers-201'] : parts;
}

/**
 * Returns the requirements of values, such as roles and currencies, that the service has accepted before: the refusal
 * of a field with nothing but these values has another reason.
 */
function listAcceptedRequirements(fields: JsonObject, { world }: Question): readonly StatedId[] {
  const parts = Object.entries(listCreateParts(fields));
  const newRequirements = parts
    .filter(([part]) => !world.usedMarks.has(partMark(part)))
    .map(([, requirement]) => requirement);
  return Object.values(fieldRequirements).filter(
    (requirement) =>
      parts.some(([, other]) => other === requirement) && !newRequirements.includes(requirement),
  );
}

/** If more parts than this may be the reason, naming all of them would say nothing. */
const maxParts = 3;

/** If the external id of a refused create is in use afterwards, that create is to blame. */
function blameEarlierCreate(
  names: readonly string[],
  fields: JsonObject | undefined,
  { world }: Question,
): StatedId | undefined {
  const externalId = fields?.['externalId'];
  const create = typeof externalId === 'string' ? world.refusedCreates.get(externalId) : undefined;
  return create && names.includes('externalId') ? leavesNothing[create.reason] : undefined;
}

/**
 * Returns the requirements of the parts that no accepted create had. If some of them were in every create that was
 * wrongly refused before, only those count.
 */
function findNewParts(fields: JsonObject | undefined, { world }: Question): readonly StatedId[] {
  const parts = Object.entries(listCreateParts(fields ?? {}));
  const newParts = parts.filter(([part]) => !world.usedMarks.has(partMark(part)));
  // Without an accepted create there is nothing to compare with.
  if (newParts.length === parts.length) return [];
  const commonParts = newParts.filter(
    ([part]) => world.commonPartsOfWrongRefusals?.includes(part) === true,
  );
  return (commonParts.length > 0 ? commonParts : newParts).map(([, requirement]) => requirement);
}

/** Returns the parts of a create that may be a reason to refuse it, with the requirement that this breaks. */
export function listCreateParts(fields: JsonObject): Readonly<Record<string, StatedId>> {
  const { format, language, contributor, price, copyright, publicationDate, isbn } = fields;
  const parts: Record<string, StatedId> = {};
  const add = (requirement: StatedId, ...names: readonly string[]): void => {
    for (const name of names) parts[name] = requirement;
  };
  if (typeof format === 'string') add('create.formats', format);
  add('book.language-either-case', ...readTexts(language).map(describeCase));
  add('contributor.roles', ...readMembers(contributor, 'role'));
  add('price.currencies', ...readMembers(price, 'currency'));
  add('book.copyright', ...readTexts([copyright]).map((text) => `copyright ${text}`));
  for (const name of listPlainFields()) {
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

/** Returns the mark that a create with this part was accepted. */
export function partMark(part: string): string {
  return `created with ${part}`;
}

function describeCase(code: string): string {
  return code === code.toUpperCase() ? 'language in upper case' : 'language in lower case';
}

function readTexts(list: unknown): readonly string[] {
  return isArray(list) ? list.filter((entry) => typeof entry === 'string') : [];
}

function readMembers(list: unknown, name: string): readonly string[] {
  if (!isArray(list)) return [];
  return readTexts(list.map((entry) => (isObject(entry) ? entry[name] : undefined)));
}
