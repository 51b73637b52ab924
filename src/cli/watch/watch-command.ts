/** `bookdist watch`. */
import { Command } from 'commander';
import {
  parsePort,
  type VerbosityFlags,
  applyVerbosity,
  withTrafficOptions,
  withVerbosityOptions,
} from '../options.ts';
import type { Shell } from '../shell/index.ts';
import type { WatchFlags } from './watch-settings.ts';

const helpText = `
Calls pass through unchanged: bytes, headers, status, streaming. A separate process gets a copy
and judges it. If that process fails or falls behind, calls still pass. Each drift is printed as one
line when it happens. Upload URLs lead directly to storage, so uploads are not seen unless --storage
replaces the URLs with addresses of this proxy.

Exit codes
  0  nothing in the traffic contradicts the document
  1  the service contradicts it, or a caller breaks a rule and --fail-on caller is set
  2  wrong usage
  3  less was proven than --min-proven requires, or the judge could not write its report

Examples
  bookdist watch --target https://staging.example.com --port 4050
  bookdist watch --target http://127.0.0.1:4020 --port 4050 --storage --fail-on caller
  bookdist watch --target https://staging.example.com --port 4050 --record traffic.jsonl
`;

export function watchCommand(shell: Shell): Command {
  const command = new Command('watch')
    .description('Forward calls to a service and judge them as they happen.')
    .option('--target <url>', 'the service')
    .option('--port <n>', 'where to listen, 0 for any free port', parsePort, 4050)
    .option('--host <address>', 'the address to listen on', '127.0.0.1')
    .option('--storage', 'forward uploads as well, by replacing upload URLs')
    .option('--ca <file>', 'also trust the certificates of this PEM file')
    .option('--record <file>', 'write the exchanges as JSON Lines, with secrets masked');
  withTrafficOptions(command);
  return withVerbosityOptions(command)
    .addHelpText('after', helpText)
    .action(async () => {
      const flags = command.opts<WatchFlags & VerbosityFlags>();
      const { serveWatch } = await import('./serve-watch.ts');
      shell.exitWith(await serveWatch(flags, applyVerbosity(shell, flags)));
    });
}
