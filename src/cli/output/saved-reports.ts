/** Reads reports of earlier runs, and decides which files of a new report may replace them. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FormatName } from '../../report/formats/index.ts';
import { isObject } from '../../contract/json-pointer.ts';
import { readableFormats, type Report, reportFormat } from '../../report/record/index.ts';
import { endedBeforeFirstCase } from '../../report/wording/index.ts';
import { WrongUsage } from '../shell/index.ts';

/** The formats that a CI job shows. They must always describe its own run. */
const ciFormats: ReadonlySet<FormatName> = new Set(['junit', 'markdown', 'badge']);

/**
 * Chooses the formats that a run writes. If it ended at its first response and the folder has the report of a
 * run that tested something, these are only the formats for CI.
 */
export async function chooseFiles(
  report: Report,
  files: readonly FormatName[],
  out: string,
): Promise<readonly FormatName[]> {
  const lastReport = endedBeforeFirstCase(report) ? await readLastReport(out) : undefined;
  if (lastReport === undefined || endedBeforeFirstCase(lastReport)) return files;
  return files.filter((name) => ciFormats.has(name));
}

/** Reads the report in a folder; undefined if it is missing or unreadable. */
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
