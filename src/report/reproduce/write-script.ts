/** A drift as a shell script that shows it again: it asks what the case asked, and compares. */
import type { Finding } from '../../harness/evidence/index.ts';
import type { LedgerEntry, Redactor } from '../record/index.ts';
import { opening } from './frame.ts';
import { listed } from './order.ts';
import { isRace } from './overlaps.ts';
import { stepsOf, type Steps } from './steps.ts';
import { decisionOn } from './verdict-check.ts';
import { comment } from './shell-words.ts';

export interface ScriptContext {
  readonly entry: LedgerEntry | undefined;
  readonly redact: Redactor;
  /** The command that asks the case again. */
  readonly again: string;
}

/**
 * Writes the script of a drift: POSIX sh with curl, sed and date. It exits with 1 while the drift is
 * there, 0 when not, 2 when it could not ask.
 * @returns undefined where the requests were not kept whole enough to be sent again
 */
export function scriptOf(finding: Finding, context: ScriptContext): string | undefined {
  const { trail = [], difference } = finding;
  const last = trail.at(-1);
  if (last === undefined) return undefined;
  const steps = stepsOf(trail, dayOf(last.headers['date']));
  if (steps === undefined) return undefined;
  const { bindings, made, lines } = steps;
  const decision = decisionOn({ difference, trail, bindings, made });
  const script = [
    '#!/bin/sh',
    ...heading(finding, context, decision.compares).map(comment),
    opening,
    listed,
    waysOf(finding),
    ...datesOf(steps),
    ...lines,
    '',
    'there=1',
    ...decision.lines,
    ...ending(finding, context.redact, trail.length),
  ];
  return `${script.join('\n')}\n`;
}

function heading(finding: Finding, { entry, redact, again }: ScriptContext, compares: string) {
  const { requirement, sentence, trail = [] } = finding;
  const publishes = trail.some(({ operation }) => operation === 'publishBook');
  const writes = trail.some(({ request }) => request.method !== 'GET');
  return [
    `${requirement}: ${entry?.says ?? sentence}`,
    `Document: ${entry?.from ?? finding.section}. Asked: ${redact.text(sentence)}`,
    '',
    'Sends the requests that led to the drift, and compares:',
    `${compares}.`,
    'Exits with 1 while the drift is there, 0 when it is not, 2 when it could not ask.',
    'Set DISTRIBUTION_URL and DISTRIBUTION_API_KEY, and DISTRIBUTION_HEADERS where a gate asks for some.',
    'Needs sh, curl, sed and date.',
    ...(writes ? ['It makes its books anew and removes them at the end.'] : []),
    ...(publishes ? ['It PUBLISHES a book: run it only where that reaches no shop.'] : []),
    `The whole case with all its comparisons: ${again}`,
  ];
}

/** The target's day when it was recorded. */
function dayOf(header: string | undefined): string {
  const time = Date.parse(header ?? '');
  return new Date(Number.isNaN(time) ? 0 : time).toISOString().slice(0, 10);
}

/** A published book may have to be withdrawn, or made a draft, before it can go. */
function waysOf({ trail = [] }: Finding): string {
  const publishes = trail.some(({ operation }) => operation === 'publishBook');
  return `ways='${publishes ? 'DELETE POST DELETE PATCH' : 'DELETE'}'`;
}

function datesOf({ days }: Steps): string[] {
  return [...days].map(([variable, off]) => `${variable}=$(day '${off}')`);
}

/** Requests at once need not collide: only when they did not several times is it told to be gone. */
const onceMore = `[ "$there" = 1 ] || [ "\${REPRODUCE_TRY:-1}" -ge 12 ] || {
  REPRODUCE_TRY=$((\${REPRODUCE_TRY:-1} + 1)) sh "$0"
  exit $?
}`;

function ending({ difference, trail = [] }: Finding, redact: Redactor, step: number): string[] {
  const expected = quote(redact.text(difference?.expected ?? 'what the requirement says'));
  const actual = quote(redact.text(difference?.actual ?? 'otherwise'));
  return [
    '',
    ...(isRace(trail) ? [onceMore] : []),
    `printf 'expected   %s\\n' ${expected}`,
    `printf 'came then  %s\\n' ${actual}`,
    `printf 'came now   %s %s\\n' "$status" "$(flat ${step} | sed -e 's,\\("https\\{0\\,1\\}://[^"?]*\\)?[^"]*",\\1?...",g' -e 's/^\\(.\\{300\\}\\).*/\\1.../')"`,
    `[ "$there" = 1 ] || { printf 'The drift is not there.\\n'; exit 0; }`,
    `printf 'The drift is there.\\n'`,
    'exit 1',
  ];
}

function quote(text: string): string {
  return `'${text.replaceAll(/\s+/g, ' ').replaceAll("'", "'\\''")}'`;
}
