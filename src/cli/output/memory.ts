/** The files that compare a run with others: read before the first request, written after the last. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UnfitYaml } from '../../contract/yaml-file.ts';
import { toPlainText } from '../../report/wording/index.ts';
import {
  type BaselineOptions,
  newEntries,
  type Observations,
  observedFormat,
  parseObservations,
  writeObservedOverlay,
  readKnownDrifts,
  recordObservations,
  targetName,
  appendEntries,
} from '../../report/baseline/index.ts';
import type { KnownDrift, Report } from '../../report/record/index.ts';
import { prepareFile, type Shell, writeRecord, writeText, WrongUsage } from '../shell/index.ts';
import type { MemoryFlags } from '../options/index.ts';

const usualKnown = 'known-drifts.yaml';

/** The results of earlier runs, and the files to update. */
export interface Recalled extends BaselineOptions {
  readonly knownFile: string;
  /** The text of the file; undefined if there is none yet. */
  readonly knownText: string | undefined;
  readonly updateKnown: boolean;
}

/**
 * Reads what earlier runs left.
 * @throws WrongUsage when a file is missing that was named, or holds something else
 */
export async function readEarlierRuns(flags: MemoryFlags): Promise<Recalled> {
  const knownFile = flags.known ?? usualKnown;
  const updateKnown = flags.updateKnown === true;
  const knownText = await textOf(knownFile);
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
    observed: flags.observed === undefined ? undefined : await readObserved(flags.observed),
    known: knownText === undefined ? [] : knownIn(knownText, knownFile),
    failOnChanged,
    failOnSurprising: flags.failOn?.includes('surprising') === true,
    knownFile,
    knownText,
    updateKnown,
  };
}

/**
 * Reads remembered answers.
 * @throws WrongUsage when the file holds none
 */
export async function readObserved(file: string, option = '--observed'): Promise<Observations> {
  const text = await textOf(file);
  if (text === undefined) {
    throw new WrongUsage(
      `${option} ${file}: there is no such file. A run writes one next to its report.`,
    );
  }
  const found = parseObservations(parsed(text));
  if (found !== undefined) return found;
  throw new WrongUsage(
    `${option} ${file} does not contain the observed answers of a run (${observedFormat}).`,
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function knownIn(text: string, file: string): KnownDrift[] {
  try {
    return readKnownDrifts(text, file);
  } catch (error) {
    throw error instanceof UnfitYaml ? new WrongUsage(error.message) : error;
  }
}

async function textOf(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw new WrongUsage(`${file} cannot be read: ${String(error)}.`);
  }
}

/** Writes this run's answers into its folder, and new drifts into the list of known ones. */
export async function keep(
  report: Report,
  recalled: Recalled,
  { out, shell }: { readonly out: string; readonly shell: Pick<Shell, 'err'> },
): Promise<void> {
  const sawSomething = report.silences.some(({ answers }) => answers.length > 0);
  if (sawSomething || recalled.observed !== undefined) {
    const file = join(out, 'observed.json');
    const observed = recordObservations(
      report,
      recalled.observed ?? (await carriedOn(file, report, shell)),
    );
    await writeRecord(file, observed);
    await writeText(join(out, 'observed.overlay.yaml'), writeObservedOverlay(observed).text);
  }
  if (recalled.updateKnown) await addKnown(report, recalled, shell);
}

/** Continues the observed answers in the folder if they are of the same target, so that their dates are kept. */
async function carriedOn(
  file: string,
  { target }: Report,
  shell: Pick<Shell, 'err'>,
): Promise<Observations | undefined> {
  const before = parseObservations(parsed((await textOf(file)) ?? ''));
  if (before === undefined || before.target === targetName(target)) return before;
  shell.err(
    `${file} is about another address (${toPlainText(before.target)}); starting a new one.\n`,
  );
  return undefined;
}

async function addKnown(
  report: Report,
  recalled: Recalled,
  shell: Pick<Shell, 'err'>,
): Promise<void> {
  const { knownFile, knownText } = recalled;
  const added = newEntries(report);
  if (added.length === 0) {
    shell.err(`${knownFile} already has all of these drifts.\n`);
    return;
  }
  await writeText(knownFile, appendEntries(knownText, added, knownFile));
  const many = added.length === 1 ? '1 drift' : `${added.length} drifts`;
  shell.err(`${many} added to ${knownFile}: each counts after you fill in its reason.\n`);
}
