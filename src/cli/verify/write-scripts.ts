/** Writes the scripts of a run into their folder, and removes those of the previous run. */
import { chmod, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeAtomically } from '../../report/files/index.ts';
import { type ReproduceFile, reproduceFolder } from '../../report/reproduce/index.ts';

/** Writes each script as an executable file. Creates no folder without scripts. */
export async function writeScripts(out: string, scripts: readonly ReproduceFile[]): Promise<void> {
  const folder = join(out, reproduceFolder);
  const before = await readdir(folder).catch((): string[] => []);
  for (const name of before.filter((one) => one.endsWith('.sh'))) await rm(join(folder, name));
  for (const { file, text } of scripts) {
    await writeAtomically(join(out, file), text);
    await chmod(join(out, file), 0o700);
  }
}
