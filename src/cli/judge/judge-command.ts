/** `bookdist judge`: judges recorded traffic against the document, without sending anything. */
import { Command } from 'commander';
import {
  type VerbosityFlags,
  applyVerbosity,
  withTrafficOptions,
  withVerbosityOptions,
} from '../options.ts';
import type { Shell } from '../shell/index.ts';
import type { JudgeFlags } from './judge-files.ts';

const helpText = `
Files
  HAR 1.2 (of browsers, proxies and bookdist verify), or JSON Lines of exchanges
  (exchange.schema.json in the package; bookdist watch --record writes them), also packed with gzip.
  Several files are merged by time. Nothing is sent and no key is needed; keys in the files appear in no report.

Exit codes
  0  nothing in the traffic contradicts the document
  1  the service contradicts it, or a caller breaks a rule and --fail-on caller is set
  2  wrong usage, or a file that is not a recording
  3  less was proven than --min-proven requires, or the files contain no call to the service

Examples
  bookdist judge reports/exchanges.har
  bookdist judge monday.har tuesday.har --out reports/week
  bookdist judge proxy.jsonl --service https://api.example.com --only publish
  bookdist judge staging.har --fail-on caller
  bookdist judge staging.har --known known-drifts.yaml --min-proven 40
`;

export function judgeCommand(shell: Shell): Command {
  const command = new Command('judge')
    .description('Judge recorded traffic: the service, and the programs that called it.')
    .argument('<file...>', 'HAR or JSON Lines files')
    .option(
      '--service <url>',
      'judge only calls to this address; its path may replace /v2/distribution',
    )
    .option('--complete', 'the recordings have every call that changed their books');
  withTrafficOptions(command);
  return withVerbosityOptions(command)
    .addHelpText('after', helpText)
    .action(async (files: readonly string[]) => {
      const flags = command.opts<JudgeFlags & VerbosityFlags>();
      const { judgeFiles } = await import('./judge-files.ts');
      shell.exitWith(await judgeFiles(files, flags, applyVerbosity(shell, flags)));
    });
}
