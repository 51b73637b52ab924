/** Looks at calls before they are made, and says what the service would refuse. */
import { PreflightError } from '../client/preflight-error.ts';
import type { Look, Preflight, PreflightIssue } from '../client/preflight.ts';
import { beginningsOf } from './beginnings.ts';
import { checkedBooks } from './checked-books.ts';
import type { Finding, Scene } from './finding.ts';
import { rules, type RuleName } from './rules.ts';

export interface PreflightOptions {
  /** Rules that are not asked. */
  readonly off?: readonly RuleName[] | undefined;
  /** Told of each warning; `console.warn` with one line by default. Whatever it throws is not heard. */
  readonly onWarning?: ((issue: PreflightIssue) => void) | undefined;
}

/** A pre-flight that can also be asked without a client. */
export interface AskedPreflight extends Preflight {
  /**
   * Everything that is found, without throwing for it.
   * @param now epoch milliseconds; the machine's clock unless given
   * @example
   * const issues = await preflight().issues({ call: 'create', book });
   */
  readonly issues: (look: Look, now?: number) => Promise<readonly PreflightIssue[]>;
}

/**
 * Looks at create, update, upload, publish and flows before they are made: ISBN and dates, the window in which
 * only final versions are published, narrator and chapters of audiobooks, roles, kinds and sizes of files.
 * An error is thrown and nothing sent; a warning is told. The service stays the judge: what passes here may
 * still be refused there, and every rule can be switched off.
 *
 * @throws TypeError for a rule that does not exist
 * @see document: Book; Chapter; States and transitions; Endpoints, File guidance
 * @example
 * const distribution = createDistribution({ baseUrl, apiKey, preflight: preflight({ off: ['image-size'] }) });
 */
export function preflight({ off = [], onWarning = warn }: PreflightOptions = {}): AskedPreflight {
  for (const name of off) {
    if (Object.hasOwn(rules, name)) continue;
    const there = Object.keys(rules).join(', ');
    throw new TypeError(`There is no rule ${name} to switch off; there are ${there}.`);
  }
  const issues = async (look: Look, now = Date.now()) => issuesOf(look, now, off);
  const check = async (look: Look, now?: number): Promise<void> => {
    const found = await issues(look, now);
    if (found.some(({ severity }) => severity === 'error')) throw new PreflightError(found);
    for (const issue of found) quietly(() => onWarning(issue));
  };
  return { issues, check, over: (books, now) => checkedBooks(books, now, check) };
}

async function issuesOf(
  { call, book, files }: Look,
  now: number,
  off: readonly RuleName[],
): Promise<readonly PreflightIssue[]> {
  let read: ReturnType<Scene['beginnings']> | undefined;
  const beginnings = () => (read ??= beginningsOf(files ?? []));
  const scene: Scene = { call, book, files, now, beginnings };
  const found: (Finding & { readonly rule: string })[] = [];
  for (const [name, rule] of Object.entries(rules)) {
    if (off.some((each) => each === name)) continue;
    for (const finding of await rule(scene)) found.push({ ...finding, rule: name });
  }
  if (found.length === 0) return [];
  // The whole ledger, and mostly nobody needs a word of it.
  const { requirements } = await import('../generated/requirements.ts');
  return found.map((finding) => ({ ...finding, says: requirements[finding.requirement].says }));
}

function quietly(tell: () => void): void {
  try {
    tell();
  } catch {
    // Whoever listens may not break a call.
  }
}

function warn({ pointer, came, says, requirement }: PreflightIssue): void {
  // oxlint-disable-next-line no-console -- where a warning goes that was given no other place
  console.warn(`${pointer}: ${came}. ${says} (${requirement})`);
}
