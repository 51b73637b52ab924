/** `bookdist contract`: compares revisions of the document, and prints the folder of the current revision. */
import { Command } from 'commander';
import { currentRevision } from '../../contract/revision.ts';
import type { Shell } from '../shell/index.ts';
import type { DiffFlags } from './diff-revisions.ts';

const helpText = `
A revision is a folder with distribution.yaml and requirements.yaml, such as openapi of a checkout, or
"current" for the revision of this package.

Exit codes: 0 if they were compared, 2 for wrong usage.

Examples
  bookdist contract diff current ./next-revision
  bookdist contract diff old/openapi new/openapi --known known-drifts.yaml --observed reports/observed.json
`;

export function contractCommand(shell: Shell): Command {
  const command = new Command('contract').description('Compare revisions of the document.');
  command
    .command('diff')
    .description('Print what a revision tests in addition, and what changes for callers.')
    .argument('<old>', 'the older revision')
    .argument('<new>', 'the newer revision')
    .option('--known <file>', 'list which of these accepted drifts are affected')
    .option('--observed <file>', 'list which of these answers are affected: observed.json of a run')
    .addHelpText('after', helpText)
    .action(async (oldName: string, newName: string, flags: DiffFlags) => {
      const { diffRevisions } = await import('./diff-revisions.ts');
      shell.out(await diffRevisions(oldName, newName, flags));
    });
  command
    .command('folder')
    .description('Print the folder of the current revision.')
    .action(() => shell.out(`${currentRevision}\n`));
  return command;
}
