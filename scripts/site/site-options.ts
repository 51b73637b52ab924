/** The options of the command that writes the site: `npm run site -- --help`. */
import { Command } from 'commander';
import { parseCount } from '../../src/cli/options.ts';

export interface SiteOptions {
  readonly out: string;
  readonly url?: string;
  readonly faults?: number;
}

export function createSiteCommand(): Command {
  return new Command('npm run site --')
    .description(
      'Writes the documents, the API reference and the results of this repository as a static site.',
    )
    .option('--out <folder>', 'where to write it', 'reports/site')
    .option('--url <address>', 'where it will be published, for the links that need that')
    .option('--faults <n>', 'record only so many faults, so that a test need not wait', parseCount);
}
