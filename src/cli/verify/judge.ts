/** One verification: opens the target, runs the suite, writes the reports and prints the summary. */
import { chmod, readdir, rm } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import type { KeyNames } from '../../contract/key-names.ts';
import { withContract } from '../../contract/spec.ts';
import type { Section } from '../../harness/suite/index.ts';
import type { Outcome } from '../../harness/evidence/index.ts';
import { run } from '../../harness/run/index.ts';
import {
  buildReport,
  createExchangeRecord,
  type ExchangeRecord,
  requireMinProven,
  type Report,
} from '../../report/record/index.ts';
import { isMaskable, createRedactor } from '../../report/redact/index.ts';
import { compareWithEarlier, type BaselineOptions } from '../../report/baseline/index.ts';
import { hasNeverBegun } from '../../report/wording/index.ts';
import {
  type ReproduceFile,
  writeReproduceFiles,
  reproduceFolder,
} from '../../report/reproduce/index.ts';
import { replayCommand } from './replay-command.ts';
import { appendToHistory } from '../history/index.ts';
import { listenForInterrupt, prepareFolder, type Shell, writeText } from '../shell/index.ts';
import {
  filesToWrite,
  keep,
  readEarlierRuns,
  printSummary,
  writeFormats,
} from '../output/index.ts';
import { type OpenTarget, openTarget } from '../target/index.ts';
import { durationNote, progressOn } from './progress.ts';
import type { VerifySettings } from './verify-settings.ts';

/**
 * Runs the suite and prints the verdict.
 * @returns the exit code
 */
export async function judge(
  suite: readonly Section[],
  settings: VerifySettings,
  shell: Shell,
): Promise<number> {
  const { report, file } = await runAndWrite(suite, settings, shell);
  const { formats, out } = settings;
  const record = formats.files.includes('json') ? join(out, 'report.json') : undefined;
  await printSummary(report, {
    shell,
    github: formats.github,
    file: file && shortest(file),
    record: record && shortest(record),
  });
  return report.exitCode;
}

export interface WrittenReport {
  readonly report: Report;
  readonly file: string | undefined;
}

/** Runs the suite, compares it with earlier runs, and writes the files of the report. */
export async function runAndWrite(
  suite: readonly Section[],
  settings: VerifySettings,
  shell: Shell,
): Promise<WrittenReport> {
  await prepareFolder(settings.out);
  const recalled = await readEarlierRuns(settings.memory);
  warnOfPlainKey(settings, shell);
  // Our own sandbox keeps the current contract.
  const target = await openTarget(settings.target);
  try {
    return await withContract(settings.revision?.content.contract, async () => {
      const { report, write } = await askAndReport(suite, { settings, shell, target }, recalled);
      const file = await write();
      if (!hasNeverBegun(report)) await keep(report, recalled, { out: settings.out, shell });
      await appendToHistory(report, settings.out);
      return { report, file };
    });
  } finally {
    await target.close();
  }
}

interface Reported {
  readonly report: Report;
  /** Writes the files of the report, and returns the one for people. */
  readonly write: () => Promise<string | undefined>;
}

async function askAndReport(
  suite: readonly Section[],
  using: Pick<Asking, 'settings' | 'shell' | 'target'>,
  recalled: BaselineOptions,
): Promise<Reported> {
  const { settings, target } = using;
  const { formats, out, statements } = settings;
  const journal = trailOf(settings);
  // The key of the environment is masked too, even if our own sandbox was tested with another key.
  const { key, secondKey } = using.shell.environment;
  const secrets = [...target.secrets, key, secondKey];
  const record = createExchangeRecord(createRedactor(secrets, formats.bodies));
  const asked = await ask(statements.suite(suite), { ...using, journal, record });
  const outcome = statements.outcome(asked);
  const reporting = { settings, target, secrets, journal, record };
  const scripts = scriptsOf(outcome, reporting);
  const held = compareWithEarlier(reportOn(outcome, { ...reporting, scripts }), recalled);
  const report = requireMinProven(held, settings.minProven);
  return {
    report,
    write: async () => {
      const files = await filesToWrite(report, formats.files, out);
      if (files.length === formats.files.length) await writeScripts(out, [...scripts.values()]);
      else using.shell.err(`The report of an earlier run in ${out} is kept.\n`);
      const exchanges = { rows: record.rows, omitted: record.countOmitted() };
      return writeFormats({ report, exchanges }, { ...formats, files }, out);
    },
  };
}

/** Writes each script as an executable file, and removes those of the run before. */
async function writeScripts(out: string, scripts: readonly ReproduceFile[]): Promise<void> {
  const folder = join(out, reproduceFolder);
  const before = await readdir(folder).catch((): string[] => []);
  for (const name of before.filter((one) => one.endsWith('.sh'))) await rm(join(folder, name));
  for (const { file, text } of scripts) {
    await writeText(join(out, file), text);
    await chmod(join(out, file), 0o700);
  }
}

/** Masking the key `book` would turn every path into `/[key]s`, so such a key is not masked. */
function warnOfPlainKey({ target }: VerifySettings, shell: Shell): void {
  if (target.kind === 'own sandbox' || target.key === '' || isMaskable(target.key)) return;
  shell.err(
    'The API key is too short or too common a word to be masked, so it may appear in reports. Use a longer one.\n',
  );
}

/** A path for messages: relative below this folder, absolute elsewhere. */
function shortest(file: string): string {
  const below = relative('', file);
  return below.startsWith('..') ? resolve(file) : below;
}

interface Asking {
  readonly settings: VerifySettings;
  readonly shell: Shell;
  readonly target: OpenTarget;
  readonly journal: string | undefined;
  readonly record: ExchangeRecord;
}

async function ask(
  suite: readonly Section[],
  { settings, shell, target, journal, record }: Asking,
): Promise<Outcome> {
  const progress = progressOn(shell, () => durationNote(suite, settings));
  const interrupt = listenForInterrupt(shell, 'Stopping: removing the books of this run.');
  try {
    await target.answering(shell, interrupt.signal);
    return await run(suite, {
      ...settings,
      ...addressOf(target),
      keyNames: keyNamesIn(settings),
      known: target.known,
      journalFile: journal,
      signal: interrupt.signal,
      onEvent: (event) => {
        progress.hear(event);
        if (event.type === 'exchanged') record.add(event.exchange);
      },
    });
  } finally {
    interrupt.release();
    progress.end();
  }
}

function keyNamesIn({ target }: VerifySettings): KeyNames | undefined {
  return target.kind === 'service' ? target.keyNames : undefined;
}

function addressOf({ baseUrl, apiKey, secondKey, network }: OpenTarget) {
  return { baseUrl, apiKey, secondKey, ...(network && { network }) };
}

/** The file of the journal; our own sandbox ends with the run and needs none. */
function trailOf(settings: VerifySettings): string | undefined {
  if (settings.target.kind === 'own sandbox' || !settings.allow.has('write')) return undefined;
  const stamp = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
  return resolve(settings.out, `made-${stamp}-${process.pid}.jsonl`);
}

interface Reporting {
  readonly settings: VerifySettings;
  readonly target: OpenTarget;
  readonly secrets: readonly (string | undefined)[];
  readonly journal: string | undefined;
  readonly record: ExchangeRecord;
}

type Scripts = ReadonlyMap<string, ReproduceFile>;

/** Scripts contain bodies, so `--no-bodies` writes none. */
function scriptsOf(outcome: Outcome, { settings, secrets }: Reporting): Scripts {
  if (!settings.formats.bodies) return new Map();
  return writeReproduceFiles(outcome.findings, {
    ledger: settings.statements.ledger(),
    again: (finding) => replayCommand(settings, finding),
    secrets,
  });
}

function reportOn(outcome: Outcome, reporting: Reporting & { readonly scripts: Scripts }): Report {
  const { settings, target, secrets, scripts, journal, record } = reporting;
  return buildReport({
    ...settings,
    outcome,
    ledger: settings.statements.ledger(),
    target: {
      address: target.baseUrl,
      kind: settings.target.kind,
      faults: settings.target.kind === 'own sandbox' ? settings.target.faults : [],
    },
    journal,
    again: (finding) => replayCommand(settings, finding),
    scripts,
    keyNames: keyNamesIn(settings),
    timings: record.timings(),
    secrets,
    bodies: settings.formats.bodies,
  });
}
