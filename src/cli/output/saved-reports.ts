/** Reads the reports of earlier runs, and keeps one when a later run ends at its first response. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FormatName } from '../../report/formats/index.ts';
import { isObject } from '../../contract/json-pointer.ts';
import { readableFormats, type Report, reportFormat } from '../../report/record/index.ts';
import { hasNeverBegun } from '../../report/wording/index.ts';
import { WrongUsage } from '../shell/index.ts';

/** Formats that a CI job shows, so they must describe its own run. */
const ciFormats: ReadonlySet<FormatName> = new Set(['junit', 'markdown', 'badge']);

/**
 * Chooses the files that a run writes: all of them, or only those for CI if it ended at its first
 * response and the folder has the report of a run that tested something.
 */
export async function chooseFiles(
  report: Report,
  files: readonly FormatName[],
  out: string,
): Promise<readonly FormatName[]> {
  const lastReportOfFolder = hasNeverBegun(report) ? await readLastReport(out) : undefined;
  if (lastReportOfFolder === undefined || hasNeverBegun(lastReportOfFolder)) return files;
  return files.filter((name) => ciFormats.has(name));
}

/** Reads the last report in a folder; undefined if there is no readable one. */
export async function readLastReport(folder: string): Promise<Report | undefined> {
  return readReport(join(folder, 'report.json')).catch(() => undefined);
}

/**
 * Reads a report.
 * @throws WrongUsage if the file is not a report
 */
export async function readReport(file: string): Promise<Report> {
  const content: unknown = await readFile(file, 'utf8')
    .then((text): unknown => JSON.parse(text))
    .catch((error: unknown) => {
      throw new WrongUsage(`${file} cannot be read as a report: ${describeReadError(error)}.`);
    });
  if (isReport(content)) return content;
  throw new WrongUsage(`${file} is not a report of bookdist (${reportFormat}).`);
}

function isReport(value: unknown): value is Report {
  return (
    isObject(value) &&
    readableFormats.includes(value['format']) &&
    ['requirements', 'silences', 'findings', 'operations', 'leftovers'].every((name) =>
      Array.isArray(value[name]),
    ) &&
    ['run', 'target', 'contract', 'summary', 'tool'].every((name) => isObject(value[name]))
  );
}

function describeReadError(error: unknown): string {
  if (error instanceof SyntaxError) return 'it is not JSON';
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
    ? 'there is no such file'
    : String(error);
}
