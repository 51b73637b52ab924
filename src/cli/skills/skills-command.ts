/** `bookdist skills`: writes a description of this version for coding agents. */
import { Command } from 'commander';
import type { Shell } from '../shell/index.ts';

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
    .action(async ({ out }: { readonly out: string }) => {
      const { writeSkill } = await import('./write-skill.ts');
      await writeSkill(out, shell);
    });
}
