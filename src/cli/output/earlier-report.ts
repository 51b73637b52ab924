/** The report of an earlier run in a folder: read, and kept when a later run ends at its first response. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FormatName } from '../../report/formats/index.ts';
import { reportIn } from '../../report/merge/index.ts';
import type { Report } from '../../report/record/index.ts';
import { neverBegan } from '../../report/wording/index.ts';

/** The files that a CI job shows, so they have to be about its own run. */
const shownByCi: ReadonlySet<FormatName> = new Set(['junit', 'markdown', 'badge']);

/**
 * Chooses the files that a run writes: all of them, or only those for CI if it ended at its first
 * response and the folder holds the report of a run that tested something.
 */
export async function filesToWrite(
  report: Report,
  files: readonly FormatName[],
  out: string,
): Promise<readonly FormatName[]> {
  if (!neverBegan(report) || !(await holdsReport(out))) return files;
  return files.filter((name) => shownByCi.has(name));
}

async function holdsReport(out: string): Promise<boolean> {
  const last = await lastReport(out);
  return last !== undefined && !neverBegan(last);
}

/** Reads the report of the last run into a folder; undefined if there is none that can be read. */
export async function lastReport(folder: string): Promise<Report | undefined> {
  const file = join(folder, 'report.json');
  try {
    return reportIn(file, JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return undefined;
  }
}
