/** Sweeps by journal or by age, and prints the removed books and the leftovers. */
import { hostname } from 'node:os';
import { defaultKeyNames } from '../../contract/key-names.ts';
import {
  consents,
  type Network,
  InvalidJournal,
  startJournal,
  readJournal,
  type JournalContent,
} from '../../harness/wire/index.ts';
import {
  KeyRefused,
  sweepByAge,
  type SweepOptions,
  sweepJournal,
  type SweepResult,
} from '../../harness/cleanup/index.ts';
import { Unanswered, Unproven } from '../../harness/evidence/index.ts';
import { formatCount, toPlainText } from '../../report/wording/index.ts';
import { createRedactor } from '../../report/redact.ts';
import {
  CannotDo,
  isAlive,
  listenForInterrupt,
  createLiveLine,
  readOrWrongUsage,
  type Shell,
  WrongUsage,
} from '../shell/index.ts';
import {
  type Connection,
  readConnection,
  openTarget,
  parseTargetAddress,
} from '../target/index.ts';
import type { ConnectionFlags } from '../options.ts';

export interface SweepFlags extends ConnectionFlags {
  /** Milliseconds. */
  readonly olderThan?: number;
  readonly allow: readonly string[];
  readonly rate: number;
  readonly dryRun?: boolean;
}

/**
 * Sweeps each target: a journal, or the address of a service.
 * @returns the exit code
 */
export async function sweepUp(
  targets: readonly string[],
  flags: SweepFlags,
  shell: Shell,
): Promise<number> {
  const { key, secondKey } = shell.environment;
  if (targets.length === 0) {
    throw new WrongUsage("Pass a run's journal file, the address of a service, or --target.");
  }
  if (key === undefined) {
    throw new WrongUsage('A service needs a key: set DISTRIBUTION_API_KEY.');
  }
  const message = 'Stopping. The file still lists the remaining books.';
  const interrupt = listenForInterrupt(shell, message);
  const settings = readSettings(flags, shell, interrupt.signal);
  const redactor = createRedactor([key, secondKey, ...settings.connection.secrets]);
  try {
    let leftoverCount = 0;
    for (const target of targets) {
      const result = await explainFailure(async () => sweepTarget(target, settings), shell);
      shell.out(redactor.text(describeResult(target, result, settings)));
      leftoverCount += result.leftovers.length;
      if (interrupt.signal.aborted) return 130;
    }
    return leftoverCount === 0 ? 0 : 1;
  } finally {
    interrupt.release();
  }
}

interface SweepSettings extends Omit<SweepOptions, 'baseUrl'> {
  readonly olderThan: number | undefined;
  /** The service for which the key is meant, if the environment names one. */
  readonly url: string | undefined;
  readonly connection: Connection;
  readonly shell: Shell;
}

function readSettings(flags: SweepFlags, shell: Shell, signal: AbortSignal): SweepSettings {
  const { key: apiKey = '', secondKey, url } = shell.environment;
  const unknown = flags.allow.find((word) => !consents.some((consent) => consent === word));
  if (unknown !== undefined)
    throw new WrongUsage(`--allow takes write and publish here, not "${unknown}".`);
  const allow = new Set(consents.filter((consent) => flags.allow.includes(consent)));
  if (!allow.has('write') && flags.dryRun !== true) {
    throw new WrongUsage('Removing books needs --allow write. --dry-run only lists them.');
  }
  allow.add('read');
  const dryRun = flags.dryRun === true;
  const connection = readConnection(flags, shell.environment);
  const run = { rate: flags.rate, concurrency: 4, dryRun, signal };
  const { olderThan } = flags;
  return { ...run, olderThan, url, apiKey, secondKey, allow, connection, shell };
}

async function sweepTarget(target: string, settings: SweepSettings): Promise<SweepResult> {
  const { olderThan } = settings;
  if (/^https?:\/\//.test(target)) {
    if (olderThan === undefined) {
      throw new WrongUsage(
        'Sweeping a service needs --older-than, such as 2h, so that a run in progress keeps its books.',
      );
    }
    return withService(parseTargetAddress(target), settings, async (options) =>
      sweepByAge(olderThan, options),
    );
  }
  const content = readOrWrongUsage(InvalidJournal, () => readJournal(target));
  const { head } = content;
  assertRunEnded(target, head, olderThan);
  assertSameService(target, head.target, settings.url);
  const journal = startJournal(target, head);
  const result = await withService(head.target, settings, async (options) =>
    sweepJournal(content, options, journal),
  );
  if (!settings.dryRun && result.leftovers.length === 0) journal.drop();
  return result;
}

async function withService(
  address: string,
  { connection, shell, ...settings }: SweepSettings,
  sweep: (options: SweepOptions) => Promise<SweepResult>,
): Promise<SweepResult> {
  const target = await openTarget({
    kind: 'service',
    address,
    key: settings.apiKey,
    secondKey: settings.secondKey,
    connection,
  });
  const liveLine = createLiveLine(shell);
  let requests = 0;
  const network: Network = async (url, request) => {
    requests += 1;
    liveLine.show(`${requests} requests  ${address}`);
    return (target.network ?? fetch)(url, request);
  };
  try {
    await target.waitUntilReady(shell, settings.signal);
    return await sweep({ ...settings, baseUrl: address, network });
  } finally {
    liveLine.end();
    await target.close();
  }
}

/** Rejects a journal of another service, so that the key is not sent to any address that a file names. */
function assertSameService(file: string, target: string, url: string | undefined): void {
  if (url === undefined || parseTargetAddress(url) === parseTargetAddress(target)) return;
  throw new WrongUsage(
    `${file} is the journal of a run against ${target}, but DISTRIBUTION_URL names another service. Unset it, or pass the right file.`,
  );
}

/** Rejects the journal of a run that may still be active: it would report the removal of its books as drift. */
function assertRunEnded(file: string, head: JournalContent['head'], olderThan?: number): void {
  if (olderThan !== undefined) {
    if (Date.now() - Date.parse(head.started) > olderThan) return;
    throw new WrongUsage(
      `The run of ${file} began at ${head.started}, which is more recent than --older-than.`,
    );
  }
  if (head.host !== hostname()) {
    throw new WrongUsage(
      `The run of ${file} was on another machine (${head.host}) and may still be running. Pass --older-than.`,
    );
  }
  if (head.pid !== process.pid && isAlive(head.pid)) {
    throw new WrongUsage(
      `The run of ${file} still seems to be running (process ${head.pid}). End it, or pass --older-than.`,
    );
  }
}

async function explainFailure(
  sweep: () => Promise<SweepResult>,
  { environment }: Shell,
): Promise<SweepResult> {
  try {
    return await sweep();
  } catch (error) {
    if (error instanceof Unanswered) throw new CannotDo(`No response: ${error.explanation}`);
    const { primary } = environment.keyNames ?? defaultKeyNames;
    if (error instanceof KeyRefused)
      throw new CannotDo(`${error.message} Set ${primary} to a valid one.`);
    if (error instanceof Unproven)
      throw new CannotDo(`The books could not be removed: ${error.message}.`);
    throw error;
  }
}

/** The statuses in which books can be deleted without withdrawing them first. */
const deletableStatuses: ReadonlySet<string> = new Set(['draft', 'unknown']);

function describeResult(
  target: string,
  { books, leftovers }: SweepResult,
  { dryRun, allow }: SweepSettings,
): string {
  const count = formatCount(books.length, 'book');
  if (dryRun) return toLines([`${target}: ${count} would be removed`, ...books.map(formatBook)]);
  const needsPublishConsent =
    !allow.has('publish') && leftovers.some(({ status }) => !deletableStatuses.has(status));
  return toLines([
    `${target}: ${books.length - leftovers.length} of ${count} removed`,
    ...leftovers.map(({ id, status, reason }) => `    left: ${id} (${status}): ${reason}`),
    ...(needsPublishConsent
      ? ['    To withdraw books that are in review or in shops, add --allow write,publish.']
      : []),
  ]);
}

/** Returns lines of text. Their ids and reasons come from the service, so they are escaped. */
function toLines(lines: readonly string[]): string {
  return lines.map((line) => `${toPlainText(line)}\n`).join('');
}

function formatBook({ id, externalId }: SweepResult['books'][number]): string {
  return `    ${id}${externalId === undefined ? '' : `  ${externalId}`}`;
}
