/** `bookdist site`: writes all documentation and results as a static site. */
import { Command } from 'commander';
import type { Shell } from '../shell/index.ts';
import type { SiteFlags } from './write-site.ts';

const helpText = `
The site has the guides, the API reference, a page for each requirement and each open question, the
errors, the client reference, the latest report and history, and how many faults the suite catches.
Its links are relative, so it works below any path and from disk. It loads nothing from another host.

It needs a few packages that are not installed with bookdist. If they are missing, it prints the command
that installs them.

Exit codes: 0 when the site was written, 2 for wrong usage, 3 when it has a dead link or a part of it
could not be rendered.

Examples
  bookdist site --out public
  bookdist site --out public --url https://docs.example.com/books/
  bookdist site --out public --report nightly/report.json --history nightly/history.jsonl
`;

export function siteCommand(shell: Shell): Command {
  return new Command('site')
    .description('Write guides, references and results as a static site.')
    .option('--out <dir>', 'the folder to write; an earlier site in it is replaced', 'reports/site')
    .option('--url <address>', 'its public address, for canonical links and the sitemap')
    .option('--report <file>', 'the report to show (default: reports/report.json, if it exists)')
    .option(
      '--history <file>',
      'the history to show (default: reports/history.jsonl, if it exists)',
    )
    .addHelpText('after', helpText)
    .action(async (flags: SiteFlags) => {
      const { writeSite } = await import('./write-site.ts');
      await writeSite(flags, shell);
    });
}
