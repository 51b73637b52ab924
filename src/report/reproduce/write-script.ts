/** Writes drifts as shell scripts that send their requests again with curl, in files named after the requirement. */
import { readContract } from '../../contract/spec.ts';
import type { Finding } from '../../harness/evidence/index.ts';
import { findDependence, findFingerprint, type LedgerEntry } from '../record/index.ts';
import { type Redactor, createRedactor } from '../redact.ts';
import { isRace, groupOverlapping, writeSteps } from './steps.ts';
import { shellFunctions, formatComment, singleQuote } from './shell.ts';

interface ScriptContext {
  readonly entry: LedgerEntry | undefined;
  readonly redact: Redactor;
  readonly rerunCommand: string;
}

/**
 * Writes the script of a drift, for a POSIX shell with curl. Each step prints the response.
 * If a status alone decides, the script exits with 1 while the drift exists, and with 0 when it is gone. It exits with 3
 * if the user has to compare the responses with the expectation, or if the drift may need more than these requests.
 * @returns undefined if the drift has no requests or an upload that was too large to be recorded
 */
export function writeScript(finding: Finding, context: ScriptContext): string | undefined {
  const { trail = [] } = finding;
  const last = trail.at(-1);
  if (last === undefined) return undefined;
  const steps = writeSteps(trail, toDay(last.response.headers['date']));
  if (steps === undefined) return undefined;
  const decision = findDecision(finding);
  const script = [
    '#!/bin/sh',
    ...writeHeading(finding, context, decision).map(formatComment),
    `key_header=${singleQuote(readContract().keyHeader)}`,
    shellFunctions,
    '',
    ...steps,
    '',
    ...writeEnding(finding, context, decision),
  ];
  return `${script.join('\n')}\n`;
}

/** The step whose status decides whether the drift exists, and the statuses without a drift. */
interface Decision {
  readonly step: number;
  readonly permittedStatuses: readonly number[];
}

/** Returns the decision; undefined if the drift is in a body, a header or an order. */
function findDecision({ trail = [], difference }: Finding): Decision | undefined {
  const { permitted, expected = '', actual = '' } = difference ?? {};
  const last = trail.at(-1);
  if (permitted !== undefined && last !== undefined && !permitted.includes(last.response.status))
    return { step: trail.length, permittedStatuses: permitted };
  const [expectedStatus, actualStatus] = [expected, actual].map((text) =>
    Number(/^[1-5]\d\d\b/.exec(text)?.[0]),
  );
  if (!expectedStatus || !actualStatus || expectedStatus === actualStatus) return undefined;
  const method = /\b(GET|POST|PATCH|PUT|DELETE)\b/.exec(expected)?.[1];
  const index = trail.findLastIndex(
    ({ request, response: { status } }) =>
      status === actualStatus && (method === undefined || request.method === method),
  );
  const exchange = trail[index];
  // The status of a request that overlapped with others is random.
  const races = groupOverlapping(trail).filter(({ length }) => length > 1);
  if (exchange === undefined || races.flat().includes(exchange)) return undefined;
  return { step: index + 1, permittedStatuses: [expectedStatus] };
}

/**
 * Returns what the drift may need besides the requests of the script; undefined if a case or a confirmed history
 * consists of them.
 */
function findNeed(finding: Finding): string | undefined {
  return finding.replay === undefined ? 'earlier requests of the run' : findDependence(finding);
}

const raceNote =
  'Overlapping requests are sent at the same time: it may take several runs to show the drift.';

function writeHeading(finding: Finding, context: ScriptContext, decision: Decision | undefined) {
  const { requirement, sentence, trail = [] } = finding;
  const { entry, redact, rerunCommand } = context;
  const hasPublish = trail.some(({ operation }) => operation === 'publishBook');
  const need = findNeed(finding);
  const hasWrite = trail.some(({ request }) => request.method !== 'GET');
  const codes =
    decision === undefined
      ? 'Exit codes: 3 all requests were sent and you compare the responses, 2 a request failed.'
      : `Exit codes: 1 the drift is still there, ${need === undefined ? '0 it is gone' : '3 it does not show'}, 2 a request failed.`;
  return [
    `${requirement}: ${entry?.says ?? sentence}`,
    `Section: ${entry?.from ?? finding.section}. Case: ${redact.text(sentence)}`,
    '',
    'Sends the recorded requests again and prints each response.',
    codes,
    'Needs sh and curl. Set DISTRIBUTION_URL and DISTRIBUTION_API_KEY.',
    'Set DISTRIBUTION_HEADERS to NAME=VALUE lines if a gateway needs extra headers.',
    ...(hasWrite ? ['It creates its own books and removes them at the end.'] : []),
    ...(hasPublish
      ? ['It PUBLISHES a book: run it only against a service that does not reach shops.']
      : []),
    ...(isRace(trail) ? [raceNote] : []),
    ...(need === undefined ? [] : [`The drift may depend on ${need}.`]),
    `Run the whole case: ${rerunCommand}`,
  ];
}

function toDay(header: string | undefined): string {
  const time = Date.parse(header ?? '');
  return new Date(Number.isNaN(time) ? 0 : time).toISOString().slice(0, 10);
}

function writeEnding(
  finding: Finding,
  { redact, rerunCommand }: ScriptContext,
  decision: Decision | undefined,
): string[] {
  const { difference } = finding;
  const expected = redact.text(difference?.expected ?? 'what the requirement says');
  const actual = redact.text(difference?.actual ?? 'something else');
  const lines = [
    `printf '\\nexpected  %s\\n' ${singleQuote(expected)}`,
    `printf 'recorded  %s\\n' ${singleQuote(actual)}`,
  ];
  if (decision === undefined) {
    return [...lines, `printf 'Compare the responses above with this.\\n'`, 'exit 3'];
  }
  const { step, permittedStatuses } = decision;
  const need = findNeed(finding);
  const end =
    need === undefined
      ? `printf 'The drift is gone.\\n'; exit 0`
      : `printf '%s\\n' ${singleQuote(`The drift does not show. It may depend on ${need}. Check with: ${rerunCommand}`)}; exit 3`;
  return [
    ...lines,
    `status ${step}`,
    ...(permittedStatuses.includes(429)
      ? []
      : [`[ "$status" != 429 ] || stop 'The service is busy (429).'`]),
    `case $status in ${permittedStatuses.join(' | ')}) ${end} ;; esac`,
    `printf 'The drift is still there.\\n'`,
    'exit 1',
  ];
}

export interface ReproduceFile {
  readonly file: string;
  readonly text: string;
}

interface ReproduceOptions {
  readonly ledger: readonly LedgerEntry[];
  readonly writeRerunCommand: (finding: Finding) => string;
  /** Values that must not appear in scripts, the API key first. */
  readonly secrets: readonly (string | undefined)[];
}

export const reproduceFolder = 'reproduce';

/** Writes one script for each fingerprint, from its first finding. */
export function writeReproduceFiles(
  findings: readonly Finding[],
  { ledger, writeRerunCommand, secrets }: ReproduceOptions,
): ReadonlyMap<string, ReproduceFile> {
  const redact = createRedactor(secrets);
  const entries = new Map(ledger.map((entry) => [entry.id, entry]));
  const files = new Map<string, ReproduceFile>();
  const counts = new Map<string, number>();
  for (const finding of findings) {
    const fingerprint = findFingerprint(finding);
    if (fingerprint === undefined || files.has(fingerprint)) continue;
    const { requirement } = finding;
    const entry = entries.get(requirement);
    const text = writeScript(finding, { entry, redact, rerunCommand: writeRerunCommand(finding) });
    if (text === undefined) continue;
    const count = (counts.get(requirement) ?? 0) + 1;
    counts.set(requirement, count);
    const file = `${reproduceFolder}/${requirement}-${count}.sh`;
    files.set(fingerprint, { file, text: maskSecrets(text, secrets) });
  }
  return files;
}

/** Masks secrets in the whole script, in case a recorded text contains a secret. */
function maskSecrets(text: string, secrets: readonly (string | undefined)[]): string {
  return secrets.reduce<string>(
    (maskedText, secret) => (secret ? maskedText.replaceAll(secret, '[key]') : maskedText),
    text,
  );
}
