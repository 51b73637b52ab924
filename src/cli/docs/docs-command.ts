/** `bookdist docs`: writes the contract as one page that opens from disk and sends no requests. */
import { Command } from 'commander';
import type { DocsFlags } from './write-docs.ts';
import { installCommands, type Shell } from '../shell/index.ts';

const helpText = `
The page contains everything that it shows. Its content policy stops the browser from sending requests.
Needs Redocly, which the package does not install: ${installCommands.redocly}

Examples
  bookdist docs
  bookdist docs --out site/index.html
`;

export function docsCommand(shell: Shell): Command {
  return new Command('docs')
    .description('Write the contract as one self-contained HTML page.')
    .option('--out <file>', 'the file to write', 'reports/distribution.html')
    .option('--home <address>', 'link from the top of the page to this address')
    .addHelpText('after', helpText)
    .action(async (flags: DocsFlags) => {
      const { writeDocs } = await import('./write-docs.ts');
      await writeDocs(flags, shell);
    });
}
