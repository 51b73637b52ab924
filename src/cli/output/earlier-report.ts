/** Keeps the report of an earlier run when a later one ends at its first response. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FormatName } from '../../report/formats/index.ts';
import { NotMergeable, reportIn } from '../../report/merge/index.ts';
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
  const file = join(out, 'report.json');
  try {
    return !neverBegan(reportIn(file, JSON.parse(await readFile(file, 'utf8'))));
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error;
    if (isMissing || error instanceof SyntaxError || error instanceof NotMergeable) return false;
    throw error;
  }
}
