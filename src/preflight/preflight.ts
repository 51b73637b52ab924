/** Checks calls before they are sent, and reports values that the service would refuse. */
import {
  type PreflightIssue,
  DistributionError,
  type PreflightError as AnyPreflightError,
} from '../client/errors/index.ts';
import { copyJson, isObject, refuseValue } from '../client/json.ts';
import type { CheckedBook, CheckedCall, Preflight } from '../client/preflight.ts';
import { ignoreErrors, createCall, type CallOptions } from '../client/transport/index.ts';
import { statements } from '../generated/preflight-statements.ts';
import type { Books } from '../client/index.ts';
import type { RawIssue, CheckContext, Rule } from './rule.ts';
import {
  checkPublicationDate,
  checkFinalVersion,
  checkIsbn,
  checkPrintIsbn,
  checkNarrator,
  checkChapters,
} from './book-rules.ts';
import { checkFileKinds, checkImageSizes, checkRoles, readFirstBytes } from './file-rules.ts';

export interface PreflightOptions {
  /** The names of the rules to switch off. */
  readonly off?: readonly RuleName[] | undefined;
  /** Called for each warning; by default `console.warn` with one line. Its errors are ignored. */
  readonly onWarning?: ((issue: PreflightIssue) => void) | undefined;
}

/** A pre-flight that can also be used without a client. */
export interface StandalonePreflight extends Preflight {
  /**
   * Returns all issues instead of throwing them.
   * @param now milliseconds since 1970; by default the system's clock
   * @example
   * const issues = await preflight().issues({ call: 'create', book });
   */
  readonly issues: (call: CheckedCall, now?: number) => Promise<readonly PreflightIssue[]>;
}

/**
 * Creates a pre-flight, which checks create, update, upload, publish and flows before they are sent: ISBN and dates, the
 * window in which only final versions may be published, the narrator and the chapters of audiobooks, and the roles, formats
 * and sizes of files. An error is thrown and nothing is sent; a warning is reported. The service may still refuse calls
 * that pass all checks. Each rule can be switched off.
 *
 * @throws TypeError for a rule that does not exist
 * @see document: Book; Chapter; States and transitions; Endpoints, File guidance
 * @example
 * const distribution = createDistribution({ baseUrl, apiKey, preflight: preflight({ off: ['image-size'] }) });
 */
export function preflight(options: PreflightOptions = {}): StandalonePreflight {
  const { off = [], onWarning = printWarning } = options;
  for (const name of off) {
    if (Object.hasOwn(rules, name)) continue;
    refuseValue('off', name, `one of ${Object.keys(rules).join(', ')}`);
  }
  const findCallIssues = async (call: CheckedCall, now = Date.now()) => findIssues(call, now, off);
  const check = async (call: CheckedCall, now?: number): Promise<void> => {
    const issues = await findCallIssues(call, now);
    if (issues.some(({ severity }) => severity === 'error')) throw new PreflightError(issues);
    for (const issue of issues) ignoreErrors(() => onWarning(issue));
  };
  return { issues: findCallIssues, check, wrap: (calls, now) => wrapBooks(calls, now, check) };
}

async function findIssues(
  { call, book, files }: CheckedCall,
  now: number,
  off: readonly RuleName[],
): Promise<readonly PreflightIssue[]> {
  let firstBytes: ReturnType<CheckContext['readFirstBytes']> | undefined;
  const readBytes = () => (firstBytes ??= readFirstBytes(files ?? []));
  const context: CheckContext = {
    call,
    book: book && readBook(book),
    files,
    now,
    readFirstBytes: readBytes,
  };
  const issues: (RawIssue & { readonly rule: string })[] = [];
  for (const [name, rule] of Object.entries(rules)) {
    if (off.some((disabledRule) => disabledRule === name)) continue;
    for (const issue of await rule(context)) issues.push({ ...issue, rule: name });
  }
  return issues.map((issue) => ({ ...issue, statement: statements[issue.requirement] }));
}

/** Leaves out fields of other types, because a service or a program without types may have written them. */
function readBook({ contributor, chapters, publicationDate, ...book }: CheckedBook): CheckedBook {
  return {
    ...book,
    contributor: readObjects(contributor),
    chapters: readObjects(chapters),
    publicationDate: typeof publicationDate === 'string' ? publicationDate : undefined,
  };
}

function readObjects<Entry>(
  entries: readonly Entry[] | null | undefined,
): readonly Entry[] | undefined {
  return Array.isArray(entries) ? entries.filter((entry: Entry) => isObject(entry)) : undefined;
}

function printWarning(issue: PreflightIssue): void {
  // oxlint-disable-next-line no-console -- the default place of warnings
  console.warn(formatIssue(issue));
}

const rules = {
  isbn: checkIsbn,
  'isbn-of-print': checkPrintIsbn,
  date: checkPublicationDate,
  'final-version': checkFinalVersion,
  narrator: checkNarrator,
  chapters: checkChapters,
  roles: checkRoles,
  'file-kind': checkFileKinds,
  'image-size': checkImageSizes,
} as const satisfies Readonly<Record<string, Rule>>;

export type RuleName = keyof typeof rules;

/**
 * Returns the calls with a check before each. The check before `publish` reads the book, because the service also judges
 * the stored book.
 */
function wrapBooks(books: Books, now: () => number, check: Preflight['check']): Books {
  const checkBefore = async (call: CheckedCall): Promise<void> => check(call, now());
  return {
    ...books,
    create: (callerBook, options) =>
      createCall(async () => {
        // A copy, because the caller may change the object during the check.
        const book = copyJson(callerBook, 'book');
        await checkBefore({ call: 'create', book });
        return books.create(book, options).withResponse();
      }),
    update: (id, callerChanges, options) =>
      createCall(async () => {
        const changes = copyJson(callerChanges, 'changes');
        await checkBefore({ call: 'update', book: changes });
        return books.update(id, changes, options).withResponse();
      }),
    upload: (id, callerFiles, options) =>
      createCall(async () => {
        const files = callerFiles.map((file) => ({ ...file }));
        await checkBefore({ call: 'upload', files });
        return books.upload(id, files, options).withResponse();
      }),
    publish: (id, options?: CallOptions) =>
      createCall(async () => {
        const { attributes: book } = await books.get(id, options);
        await checkBefore({ call: 'publish', book });
        return books.publish(id, options).withResponse();
      }),
  };
}

/** Returns an issue as one line. */
function formatIssue(issue: PreflightIssue): string {
  return `${issue.pointer}: ${issue.received}. ${issue.statement} (${issue.requirement})`;
}

/** A pre-flight found errors, so nothing was sent. */
export class PreflightError extends DistributionError implements AnyPreflightError {
  declare readonly type: 'preflight';
  /** All issues, first the errors and then the warnings. */
  readonly issues: readonly PreflightIssue[];

  constructor(issues: readonly PreflightIssue[]) {
    const errors = issues.filter(({ severity }) => severity === 'error');
    const message = ['Nothing was sent.', ...errors.map(formatIssue)].join(' ');
    super('preflight', message, { requirement: errors[0]?.requirement });
    this.issues = [...new Set([...errors, ...issues])];
  }
}

// Set on the prototype, because stack traces read it there and minifiers do not change it.
PreflightError.prototype.name = 'PreflightError';
