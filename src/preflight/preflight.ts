/** Checks calls before they are made, and reports what the service would refuse. */
import type { PreflightIssue } from '../client/errors/index.ts';
import type { CheckedCall, Preflight } from '../client/preflight.ts';
import { ignoreErrors } from '../client/transport/index.ts';
import { statements } from '../generated/preflight-statements.ts';
import { readBeginnings } from './beginnings.ts';
import { checkBooks } from './checked-books.ts';
import type { Finding, Scene } from './finding.ts';
import { PreflightError } from './preflight-error.ts';
import { rules, type RuleName } from './rules.ts';

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
    const known = Object.keys(rules).join(', ');
    throw new TypeError(`There is no rule ${name} to switch off; the rules are ${known}.`);
  }
  const issues = async (call: CheckedCall, now = Date.now()) => findIssues(call, now, off);
  const check = async (call: CheckedCall, now?: number): Promise<void> => {
    const found = await issues(call, now);
    if (found.some(({ severity }) => severity === 'error')) throw new PreflightError(found);
    for (const issue of found) ignoreErrors(() => onWarning(issue));
  };
  return { issues, check, wrap: (calls, now) => checkBooks(calls, now, check) };
}

async function findIssues(
  { call, book, files }: CheckedCall,
  now: number,
  off: readonly RuleName[],
): Promise<readonly PreflightIssue[]> {
  let read: ReturnType<Scene['beginnings']> | undefined;
  const beginnings = () => (read ??= readBeginnings(files ?? []));
  const scene: Scene = { call, book, files, now, beginnings };
  const found: (Finding & { readonly rule: string })[] = [];
  for (const [name, rule] of Object.entries(rules)) {
    if (off.some((each) => each === name)) continue;
    for (const finding of await rule(scene)) found.push({ ...finding, rule: name });
  }
  return found.map((finding) => ({ ...finding, statement: statements[finding.requirement] }));
}

function warn({ pointer, received, statement, requirement }: PreflightIssue): void {
  // oxlint-disable-next-line no-console -- the default place of warnings
  console.warn(`${pointer}: ${received}. ${statement} (${requirement})`);
}
