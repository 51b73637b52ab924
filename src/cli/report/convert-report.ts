/** Writes a saved report in other formats. */
import { dirname } from 'node:path';
import { evidenceIn } from '../../report/record/index.ts';
import { chooseFormats, printSummary, readReport, writeFormats } from '../output/index.ts';
import type { FormatFlags } from '../options/index.ts';
import { prepareFolder, type Shell } from '../shell/index.ts';

/**
 * Converts one report; the report itself is not written again.
 * @returns the exit code of its run
 */
export async function convertFile(
  file: string,
  { out = dirname(file), ...flags }: FormatFlags & { readonly out?: string },
  shell: Shell,
): Promise<number> {
  const chosen = chooseFormats(flags, shell.environment);
  const report = await readReport(file);
  await prepareFolder(out);
  const files = chosen.files.filter((name) => name !== 'json');
  const exchanges = { rows: () => evidenceIn(report), beyond: 0 };
  await writeFormats({ report, exchanges }, { ...chosen, files }, out);
  await printSummary(report, { shell, github: chosen.github, file, record: file });
  return report.exitCode;
}
