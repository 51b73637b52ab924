/** Verifies a target: runs the suite, writes the reports and prints the summary. */
import { chmod, readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { withContract } from '../../contract/spec.ts';
import type { Section } from '../../harness/suite/index.ts';
import type { RunOutcome } from '../../harness/evidence/index.ts';
import type { Novelty, RememberedHistory } from '../../harness/explore/index.ts';
import { run } from '../../harness/run/index.ts';
import {
  buildReport,
  createExchangeRecord,
  type ExchangeRecord,
  quoteForShell,
  requireMinProven,
  type Report,
} from '../../report/record/index.ts';
import { isMaskable, createRedactor } from '../../report/redact.ts';
import { compareWithEarlier, type BaselineOptions } from '../../report/baseline/index.ts';
import { endedBeforeFirstCase } from '../../report/wording/index.ts';
import {
  type ReproduceFile,
  writeReproduceFiles,
  reproduceFolder,
} from '../../report/reproduce/index.ts';
import { appendToHistory } from '../history/history-file.ts';
import {
  listenForInterrupt,
  programName,
  type Shell,
  workInFolder,
  writeText,
} from '../shell/index.ts';
import {
  chooseFiles,
  saveForNextRun,
  readEarlierRuns,
  printWritten,
  tryToWrite,
  writeFormats,
  type WrittenFiles,
} from '../output/index.ts';
import { type OpenTarget, openTarget } from '../target/index.ts';
import { createReplayCommand } from './replay-line.ts';
import { describeExpectedDuration, createProgress } from './progress.ts';
import { readSituations, writeSituations, readHistories, writeHistories } from './remembered.ts';
import type { VerifySettings } from './verify-settings.ts';

/**
 * Runs the suite and prints the verdict.
 * @returns the exit code
 */
export async function verifyAndPrint(
  suite: readonly Section[],
  settings: VerifySettings,
  shell: Shell,
): Promise<number> {
  const { report, ...written } = await runAndWrite(suite, settings, shell);
  return printWritten(report, written, { ...settings, shell });
}

export interface WrittenReport extends WrittenFiles {
  readonly report: Report;
}

/** Runs the suite, compares it with earlier runs, and writes the files of the report. */
export async function runAndWrite(
  suite: readonly Section[],
  settings: VerifySettings,
  shell: Shell,
): Promise<WrittenReport> {
  return workInFolder(settings.out, async () => {
    const earlierRuns = await readEarlierRuns(settings.baseline);
    warnAboutUnmaskableKey(settings, shell);
    return withContract(settings.revision?.content.contract, async () => {
      // Our own sandbox follows the revision as well.
      const target = await openTarget(settings.target);
      try {
        const context = { settings, shell, target };
        const { report, write } = await runAndReport(suite, context, earlierRuns);
        const written = await tryToWrite(async () => {
          const file = await write();
          if (!endedBeforeFirstCase(report))
            await saveForNextRun(report, earlierRuns, { out: settings.out, shell });
          await appendToHistory(report, settings.out);
          return file;
        });
        return { report, ...written };
      } finally {
        await target.close();
      }
    });
  });
}

interface RunResult {
  readonly report: Report;
  /** Writes the files of the report. Returns the path of the file for people. */
  readonly write: () => Promise<string | undefined>;
}

async function runAndReport(
  suite: readonly Section[],
  context: Pick<RunContext, 'settings' | 'shell' | 'target'>,
  earlierRuns: BaselineOptions,
): Promise<RunResult> {
  const { settings, target } = context;
  const { explored, formats, histories, out, statements } = settings;
  const remembered = histories === undefined ? [] : await readHistories(histories);
  const novelty = explored === undefined ? undefined : await readSituations(explored);
  const journal = chooseJournalFile(settings);
  // The key of the environment is also masked in a test of our own sandbox, which has other keys.
  const { key, secondKey } = context.shell.environment;
  const secrets = [...target.secrets, key, secondKey];
  const record = createExchangeRecord(createRedactor(secrets, formats.bodies));
  const runContext = { ...context, secrets, journal, record, remembered, novelty };
  const outcome = statements.outcome(await runSuite(statements.suite(suite), runContext));
  const scripts = createScripts(outcome, runContext);
  const runReport = buildRunReport(outcome, runContext, scripts);
  const compared = compareWithEarlier(runReport, earlierRuns);
  const report = requireMinProven(compared, settings.minProven);
  return {
    report,
    write: async () => {
      const files = await chooseFiles(report, formats.files, out);
      if (files.length === formats.files.length) await writeScripts(out, [...scripts.values()]);
      else context.shell.err(`The report of an earlier run in ${out} is kept.\n`);
      if (histories !== undefined) await writeHistories(histories, remembered, outcome);
      if (explored !== undefined && novelty !== undefined) await writeSituations(explored, novelty);
      const exchanges = { rows: record.rows, omittedCount: record.countOmitted() };
      return writeFormats({ report, exchanges }, { ...formats, files }, out);
    },
  };
}

/** Writes each script as an executable file, and removes the scripts of the previous run. */
async function writeScripts(out: string, scripts: readonly ReproduceFile[]): Promise<void> {
  const folder = join(out, reproduceFolder);
  const oldFiles = await readdir(folder).catch((): string[] => []);
  for (const name of oldFiles.filter((file) => file.endsWith('.sh'))) await rm(join(folder, name));
  for (const { file, text } of scripts) {
    await writeText(join(out, file), text);
    await chmod(join(out, file), 0o700);
  }
}

/** Warns about a key that cannot be masked: masking the key `book` would turn every path into `/[key]s`. */
function warnAboutUnmaskableKey({ target }: VerifySettings, shell: Shell): void {
  if (target.kind === 'own sandbox' || target.key === '' || isMaskable(target.key)) return;
  shell.err(
    'The API key is too short or too common a word to be masked, so it may appear in reports. Use a longer one.\n',
  );
}

interface RunContext {
  readonly settings: VerifySettings;
  readonly shell: Shell;
  readonly target: OpenTarget;
  readonly secrets: readonly (string | undefined)[];
  readonly journal: string | undefined;
  readonly record: ExchangeRecord;
  readonly remembered: readonly RememberedHistory[];
  readonly novelty: Novelty | undefined;
}

async function runSuite(
  suite: readonly Section[],
  { settings, shell, target, journal, record, remembered, novelty }: RunContext,
): Promise<RunOutcome> {
  const { baseUrl, apiKey, secondKey, network } = target;
  const access = { baseUrl, apiKey, secondKey, ...(network && { network }) };
  const progress = createProgress(shell, () => describeExpectedDuration(suite, settings));
  const stopping = 'Stopping: removing the books of this run.';
  const interrupt =
    journal === undefined
      ? listenForInterrupt(shell, stopping)
      : listenForInterrupt(
          shell,
          `${stopping} A second Ctrl-C ends at once and leaves them.`,
          `Ended. ${journal} lists the books that are left; remove them with:\n  ${programName(shell.environment)} sweep ${quoteForShell(journal)}`,
        );
  try {
    await target.waitUntilReady(shell, interrupt.signal);
    return await run(suite, {
      ...settings,
      ...access,
      keyNames: settings.target.kind === 'service' ? settings.target.keyNames : undefined,
      sandboxSettings: target.knownState,
      remembered,
      novelty,
      journalFile: journal,
      signal: interrupt.signal,
      onEvent: (event) => {
        progress.onEvent(event);
        if (event.type === 'exchanged') record.add(event.exchange);
      },
    });
  } finally {
    interrupt.release();
    progress.end();
  }
}

/** Returns the file of the journal; undefined for our own sandbox, which ends with the run. */
function chooseJournalFile(settings: VerifySettings): string | undefined {
  if (settings.target.kind === 'own sandbox' || !settings.allow.has('write')) return undefined;
  const stamp = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
  return resolve(settings.out, `made-${stamp}-${process.pid}.jsonl`);
}

type Scripts = ReadonlyMap<string, ReproduceFile>;

/** Creates the scripts that reproduce drifts. There are none with `--no-bodies`, because scripts contain bodies. */
function createScripts(outcome: RunOutcome, context: RunContext): Scripts {
  const { settings, secrets } = context;
  if (!settings.formats.bodies) return new Map();
  return writeReproduceFiles(outcome.findings, {
    ledger: settings.statements.ledger(),
    writeRerunCommand: (finding) => createReplayCommand(settings, finding),
    secrets,
  });
}

function buildRunReport(outcome: RunOutcome, context: RunContext, scripts: Scripts): Report {
  const { settings, target, secrets, journal, record } = context;
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
    writeRerunCommand: (finding) => createReplayCommand(settings, finding),
    scripts,
    timings: record.timings(),
    exchanges: record.rows(),
    secrets,
    bodies: settings.formats.bodies,
  });
}
