/** `bookdist skills`: writes a description of this version for coding agents. */
import { cp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { type Shell, prepareFolder, writeText } from '../shell/index.ts';
import { version as toolVersion } from '../../generated/version.ts';

const helpText = `
A coding agent reads the folder when it works on a service of this kind. It has SKILL.md, and the guides of this version
as references. Run the command again after an update of bookdist: it replaces only its own folder.

Examples
  bookdist skills
  bookdist skills --out .claude/skills
`;

export function skillsCommand(shell: Shell): Command {
  return new Command('skills')
    .description('Write a skill for coding agents, which describes this version.')
    .option('--out <dir>', 'where your agent looks for skills', '.agents/skills')
    .addHelpText('after', helpText)
    .action(async ({ out }: { readonly out: string }) => writeSkill(out, shell));
}

const root = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../../..' : '../../../..', import.meta.url),
);

/** Replaces the folder `bookdist` below `out`. */
async function writeSkill(out: string, shell: Shell): Promise<void> {
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
