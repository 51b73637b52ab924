/** `bookdist watch`: a proxy in front of a service that judges the traffic passing through it. */
import { Command } from 'commander';
import {
  port,
  type VerbosityFlags,
  applyVerbosity,
  withTrafficOptions,
  withVerbosity,
} from '../options/index.ts';
import type { Shell } from '../shell/index.ts';
import type { WatchFlags } from './watch-settings.ts';

const after = `
Calls pass through unchanged: bytes, headers, status, streaming. A copy goes to a process of its
own that judges it; if that process fails or falls behind, traffic still passes. Each drift is one line
as it happens. Upload URLs lead to storage directly, so uploads are not seen unless --storage
replaces them with addresses at this proxy.

Exit codes
  0  nothing in the traffic contradicts the document
  1  the service contradicts it, or a caller breaks a rule and --fail-on caller is set
  2  wrong usage
  3  less was proven than --min-proven asks for, or the judge did not get to its report

Examples
  bookdist watch --target https://staging.example.com --port 4050
  bookdist watch --target http://127.0.0.1:4020 --port 4050 --storage --fail-on caller
  bookdist watch --target https://staging.example.com --port 4050 --record traffic.jsonl
`;

/** Creates the command. */
export function watchCommand(shell: Shell): Command {
  const command = new Command('watch')
    .description('Pass calls on to a service and judge them as they happen.')
    .option('--target <url>', 'the service')
    .option('--port <n>', 'where to listen, 0 for any free port', port, 4050)
    .option('--host <address>', 'the address to listen at', '127.0.0.1')
    .option('--storage', 'let uploads pass through as well, by replacing upload URLs')
    .option('--ca <file>', 'trust the certificates of this PEM file as well')
    .option('--record <file>', 'write the exchanges as JSON Lines, with secrets masked');
  withTrafficOptions(command);
  return withVerbosity(command)
    .addHelpText('after', after)
    .action(async () => {
      const flags = command.opts<WatchFlags & VerbosityFlags>();
      const { serveWatch } = await import('./serve-watch.ts');
      shell.exitWith(await serveWatch(flags, applyVerbosity(shell, flags)));
    });
}
