/** Reads one line of a seed file: what a client would send to create a book, and what is stored with it. */
import type { Book } from '../book/index.ts';
import type { SandboxParts } from '../parts/index.ts';
import { parseJson } from '../shapes/index.ts';

export type SeedLine = Omit<Book, 'account' | 'sequence' | 'version'> & {
  readonly account?: string;
};

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const statuses: readonly unknown[] = [
  'draft',
  'published',
  'in_review',
  'withdrawn',
  'action_needed',
];

/** Properties of a line in addition to those in the body of a create. */
const storedFields: Readonly<Record<string, (value: unknown) => boolean>> = {
  id: (value) => typeof value === 'string' && uuid.test(value),
  account: (value) => typeof value === 'string',
  status: (value) => statuses.includes(value),
  createdAt: Number.isSafeInteger,
  updatedAt: Number.isSafeInteger,
  reviewedAt: Number.isSafeInteger,
  deletedAt: Number.isSafeInteger,
  isFinalVersion: (value) => typeof value === 'boolean',
  files: Array.isArray,
  chapters: (value) => value === null || Array.isArray(value),
};

/**
 * Returns the book of a line. Missing fields are those of a new draft.
 * @throws Error that names the line
 */
export function readSeedLine(line: string, number: number, parts: SandboxParts): SeedLine {
  const book = parse(line, number);
  const [misfit] = parts.shapes.body('createBook', book);
  if (misfit !== undefined) {
    throw new Error(`Line ${number} is not a book: ${misfit.name || 'it'}: ${misfit.reason}`);
  }
  const entries = Object.entries(storedFields);
  const given: Readonly<Record<string, unknown>> = Object.fromEntries(Object.entries(book));
  const wrong = entries.find(([name, fits]) => given[name] !== undefined && !fits(given[name]));
  if (wrong !== undefined) {
    throw new Error(`Line ${number} is not a book: ${wrong[0]} has another type or value.`);
  }
  const now = parts.clock.now();
  const draft = {
    id: parts.newId(),
    createdAt: now,
    updatedAt: now,
    status: 'draft',
    externalId: null,
    subtitle: null,
    isbn: null,
    audioDetails: null,
    isFinalVersion: false,
    keyword: [],
    files: [],
    chapters: given['format'] === 'audio' ? [] : null,
  };
  const whole: Partial<SeedLine> = { ...draft, ...given };
  // oxlint-disable-next-line typescript/consistent-type-assertions -- checked by the contract and the table above
  return whole as SeedLine;
}

const defects = {
  'not-json': 'is not JSON',
  'unpaired-surrogate': 'has a string with half of a surrogate pair',
  'too-many-values': 'has too many values',
};

function parse(line: string, number: number): object {
  const parsed = parseJson(line, Infinity);
  if ('defect' in parsed) throw new Error(`Line ${number} ${defects[parsed.defect]}.`);
  const { value } = parsed;
  return typeof value === 'object' && value !== null ? value : {};
}
