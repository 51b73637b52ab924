/** Writes the skill of this version into a folder: SKILL.md, and the guides as references. */
import { cp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { version as toolVersion } from '../../generated/version.ts';
import { prepareFolder, type Shell, writeText } from '../shell/index.ts';

const root = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../../..' : '../../../..', import.meta.url),
);

/** Replaces the folder `bookdist` below `out`. */
export async function writeSkill(out: string, shell: Shell): Promise<void> {
  const folder = join(out, 'bookdist');
  await prepareFolder(folder);
  const references = join(folder, 'references');
  await rm(references, { recursive: true, force: true });
  await cp(join(root, 'docs/guides'), references, { recursive: true });
  const text = await readFile(join(root, 'docs/skill/SKILL.md'), 'utf8');
  const file = join(folder, 'SKILL.md');
  await writeText(file, text.replaceAll('{version}', toolVersion));
  shell.out(`written  ${file}\n`);
}
