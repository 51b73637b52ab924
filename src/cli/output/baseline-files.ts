/** Reads observed.json and known-drifts.yaml before a run, and writes them after it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InvalidYaml } from '../../contract/yaml-file.ts';
import { parseJson } from '../../monitor/index.ts';
import { formatCount, toPlainText } from '../../report/wording/index.ts';
import {
  type BaselineOptions,
  createNewEntries,
  type Observations,
  observedFormat,
  parseObservations,
  readKnownDrifts,
  recordObservations,
  getTargetName,
  appendEntries,
} from '../../report/baseline/index.ts';
import type { Report } from '../../report/record/index.ts';
import {
  prepareFile,
  readOrWrongUsage,
  type Shell,
  writeRecord,
  writeText,
  WrongUsage,
} from '../shell/index.ts';
import type { BaselineFlags } from '../options.ts';

const defaultKnownFile = 'known-drifts.yaml';

/** The results of earlier runs, and the file of known drifts to update. */
export interface EarlierRuns extends BaselineOptions {
  readonly knownFile: string;
  /** The text of the file; undefined if it does not exist. */
  readonly knownText: string | undefined;
  readonly updateKnown: boolean;
}

/**
 * Reads the files of earlier runs.
 * @throws WrongUsage if a named file is missing or has another format
 */
export async function readEarlierRuns(flags: BaselineFlags): Promise<EarlierRuns> {
  const knownFile = flags.known ?? defaultKnownFile;
  const updateKnown = flags.updateKnown === true;
  const knownText = await readIfExists(knownFile);
  if (knownText === undefined && flags.known !== undefined && !updateKnown) {
    throw new WrongUsage(`--known ${knownFile}: there is no such file. --update-known creates it.`);
  }
  if (updateKnown) await prepareFile(knownFile, '--known');
  const failOnChanged = flags.failOn?.includes('changed') === true;
  if (failOnChanged && flags.observed === undefined) {
    throw new WrongUsage(
      '--fail-on changed needs an earlier run to compare with: --observed FILE.',
    );
  }
  return {
    observations: flags.observed === undefined ? undefined : await readObserved(flags.observed),
    knownDrifts: readOrWrongUsage(InvalidYaml, () => readKnownDrifts(knownText ?? '', knownFile)),
    failOnChanged,
    failOnSurprising: flags.failOn?.includes('surprising') === true,
    knownFile,
    knownText,
    updateKnown,
  };
}

/**
 * Reads the answers that an earlier run observed.
 * @throws WrongUsage if the file is missing or has another format
 */
export async function readObserved(file: string, option = '--observed'): Promise<Observations> {
  const text = await readIfExists(file);
  if (text === undefined) {
    throw new WrongUsage(
      `${option} ${file}: there is no such file. A run writes one next to its report.`,
    );
  }
  const observed = parseObservations(parseJson(text));
  if (observed !== undefined) return observed;
  throw new WrongUsage(
    `${option} ${file} does not contain the observed answers of a run (${observedFormat}).`,
  );
}

async function readIfExists(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw new WrongUsage(`${file} cannot be read: ${String(error)}.`);
  }
}

/** Writes the observed answers to the run's folder. With --update-known, also adds new drifts to the known ones. */
export async function saveForNextRun(
  report: Report,
  earlierRuns: EarlierRuns,
  { out, shell }: { readonly out: string; readonly shell: Pick<Shell, 'err'> },
): Promise<void> {
  const hasAnswers = report.silences.some(({ answers }) => answers.length > 0);
  if (hasAnswers || earlierRuns.observations !== undefined) {
    const file = join(out, 'observed.json');
    const earlier = earlierRuns.observations ?? (await readPreviousAnswers(file, report, shell));
    await writeRecord(file, recordObservations(report, earlier));
  }
  if (earlierRuns.updateKnown) await addKnownDrifts(report, earlierRuns, shell);
}

/** Reads the folder's observed answers, so that their dates are kept; undefined if they are of another target. */
async function readPreviousAnswers(
  file: string,
  { target }: Report,
  shell: Pick<Shell, 'err'>,
): Promise<Observations | undefined> {
  const previous = parseObservations(parseJson((await readIfExists(file)) ?? ''));
  if (previous === undefined || previous.target === getTargetName(target)) return previous;
  shell.err(
    `${file} is about another address (${toPlainText(previous.target)}); starting a new one.\n`,
  );
  return undefined;
}

async function addKnownDrifts(
  report: Report,
  { knownFile, knownText }: EarlierRuns,
  shell: Pick<Shell, 'err'>,
): Promise<void> {
  const newDrifts = createNewEntries(report);
  if (newDrifts.length === 0) {
    shell.err(`${knownFile} already has all of these drifts.\n`);
    return;
  }
  await writeText(knownFile, appendEntries(knownText, newDrifts, knownFile));
  const amount = formatCount(newDrifts.length, 'drift');
  shell.err(`${amount} added to ${knownFile}: each counts after you fill in its reason.\n`);
}
