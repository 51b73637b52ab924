/** Checks calls before they are made, and reports what the service would refuse. */
import type { PreflightIssue } from '../client/errors/index.ts';
import type { CheckedCall, Preflight } from '../client/preflight.ts';
import { ignoreErrors, createCall, type CallOptions } from '../client/transport/index.ts';
import { statements } from '../generated/preflight-statements.ts';
import { readBeginnings } from './beginnings.ts';
import type { Finding, CheckContext, Rule } from './finding.ts';
import {
  checkPublicationDate,
  checkFinalVersion,
  checkIsbn,
  checkPrintIsbn,
  checkNarrator,
} from './book-rules.ts';
import { checkChapters } from './chapters.ts';
import { checkFileKinds, checkImageSizes, checkRoles } from './file-rules.ts';
import type { Books } from '../client/index.ts';
import { PreflightError } from './preflight-error.ts';

export interface PreflightOptions {
  /** Rules that are switched off. */
  readonly off?: readonly RuleName[] | undefined;
  /** Called for each warning; by default `console.warn` with one line. What it throws is ignored. */
  readonly onWarning?: ((issue: PreflightIssue) => void) | undefined;
}

/** A pre-flight that can also be used without a client. */
export interface StandalonePreflight extends Preflight {
  /**
   * Returns every issue, without throwing for it.
   * @param now epoch milliseconds; the system's clock by default
   * @example
   * const issues = await preflight().issues({ call: 'create', book });
   */
  readonly issues: (call: CheckedCall, now?: number) => Promise<readonly PreflightIssue[]>;
}

/**
 * Checks create, update, upload, publish and flows before they are made: ISBN and dates, the window in which only final
 * versions are published, narrator and chapters of audiobooks, roles, formats and sizes of files. An error is thrown
 * and nothing sent; a warning is reported. The service decides in the end: what passes here may still be refused
 * there, and every rule can be switched off.
 *
 * @throws TypeError for a rule that does not exist
 * @see document: Book; Chapter; States and transitions; Endpoints, File guidance
 * @example
 * const distribution = createDistribution({ baseUrl, apiKey, preflight: preflight({ off: ['image-size'] }) });
 */
export function preflight({
  off = [],
  onWarning = warn,
}: PreflightOptions = {}): StandalonePreflight {
  for (const name of off) {
    if (Object.hasOwn(rules, name)) continue;
    const ruleNames = Object.keys(rules).join(', ');
    throw new TypeError(`There is no rule ${name} to switch off; the rules are ${ruleNames}.`);
  }
  const issues = async (call: CheckedCall, now = Date.now()) => findIssues(call, now, off);
  const check = async (call: CheckedCall, now?: number): Promise<void> => {
    const foundIssues = await issues(call, now);
    if (foundIssues.some(({ severity }) => severity === 'error'))
      throw new PreflightError(foundIssues);
    for (const issue of foundIssues) ignoreErrors(() => onWarning(issue));
  };
  return { issues, check, wrap: (calls, now) => checkBooks(calls, now, check) };
}

async function findIssues(
  { call, book, files }: CheckedCall,
  now: number,
  off: readonly RuleName[],
): Promise<readonly PreflightIssue[]> {
  let beginningsOnce: ReturnType<CheckContext['beginnings']> | undefined;
  const beginnings = () => (beginningsOnce ??= readBeginnings(files ?? []));
  const context: CheckContext = { call, book, files, now, beginnings };
  const findings: (Finding & { readonly rule: string })[] = [];
  for (const [name, rule] of Object.entries(rules)) {
    if (off.some((disabledRule) => disabledRule === name)) continue;
    for (const finding of await rule(context)) findings.push({ ...finding, rule: name });
  }
  return findings.map((finding) => ({ ...finding, statement: statements[finding.requirement] }));
}

function warn({ pointer, received, statement, requirement }: PreflightIssue): void {
  // oxlint-disable-next-line no-console -- the default place of warnings
  console.warn(`${pointer}: ${received}. ${statement} (${requirement})`);
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

/** Publishing reads the book first, because the service checks the stored book. */
function checkBooks(books: Books, now: () => number, check: Preflight['check']): Books {
  const checkBefore = async (call: CheckedCall): Promise<void> => check(call, now());
  return {
    ...books,
    create: (book, options) =>
      createCall(async () => {
        await checkBefore({ call: 'create', book });
        return books.create(book, options).withResponse();
      }),
    update: (id, changes, options) =>
      createCall(async () => {
        await checkBefore({ call: 'update', book: changes });
        return books.update(id, changes, options).withResponse();
      }),
    upload: (id, files, options) =>
      createCall(async () => {
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
