/** Parses a line of an export, or of books that someone wrote, and checks it. */
import { isObject, type JsonObject } from '../../contract/json-pointer.ts';
import type { Book } from '../book/index.ts';
import { createDraft } from '../changes.ts';
import { isTime, type Parts } from '../parts/index.ts';
import { describeViolation, parseJson } from '../shapes/index.ts';

type SeedLine = Omit<Book, 'account' | 'sequence' | 'version'> & {
  readonly account?: string;
};

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const statuses: readonly unknown[] = 'draft published in_review withdrawn action_needed'.split(' ');

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isUuid: Check = (value) => typeof value === 'string' && uuid.test(value);
const isListOf =
  (checks: Readonly<Record<string, Check>>): Check =>
  (value) =>
    Array.isArray(value) &&
    value.every(
      (item) =>
        isObject(item) && Object.entries(checks).every(([name, check]) => check(item[name])),
    );
const isChapterList = isListOf({ fileId: isUuid, sequence: Number.isSafeInteger, title: isText });

const storedFields: Readonly<Record<string, Check>> = {
  id: isUuid,
  account: isText,
  status: (value) => statuses.includes(value),
  createdAt: isTime,
  updatedAt: isTime,
  reviewedAt: isTime,
  deletedAt: isTime,
  isFinalVersion: (value) => typeof value === 'boolean',
  files: isListOf({ id: isUuid, role: isText, filename: isText }),
  chapters: (value) => value === null || isChapterList(value),
};

/**
 * Returns the book of a line. Missing fields are those of a new draft.
 * @throws Error that names the line
 */
export function parseSeedLine(line: string, number: number, parts: Parts): SeedLine {
  const parsed = parseJson(line, Infinity);
  if ('defect' in parsed) throw new Error(`Line ${number} ${defects[parsed.defect]}.`);
  const book = parsed.value;
  const [violation] = parts.shapes.body('createBook', book).violations;
  if (violation !== undefined) {
    const field = violation.name === '' ? '' : `${violation.name}: `;
    throw new Error(`Line ${number} is not a book: ${field}${describeViolation(violation)}`);
  }
  const fields: JsonObject = isObject(book) ? book : {};
  for (const [name, isValid] of Object.entries(storedFields)) {
    if (fields[name] === undefined || isValid(fields[name])) continue;
    throw new Error(`Line ${number} is not a book: ${name} has a wrong type or value.`);
  }
  // oxlint-disable-next-line typescript/consistent-type-assertions -- checked by the contract and the table above
  const checkedFields = fields as unknown as Partial<SeedLine>;
  return { ...createDraft(checkedFields, parts.clock.now(), parts), ...checkedFields };
}

const defects = {
  'not-json': 'is not JSON',
  'unpaired-surrogate': 'has a string with half of a surrogate pair',
  'too-many-values': 'has too many values',
};
