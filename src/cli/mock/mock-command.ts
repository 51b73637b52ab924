/** `bookdist mock`: serves the contract's examples without state, until Ctrl-C. */
import { Command } from 'commander';
import { parsePort } from '../options.ts';
import { installCommands, type Shell } from '../shell/index.ts';
import type { MockFlags } from './serve-mock.ts';

const helpText = `
The mock keeps no state: a book that was just created cannot be read. Use bookdist sandbox for that.
The Prefer header chooses the response: code=404, example=audiobook, or
dynamic=true for values generated from the schemas.
Needs Prism, which the package does not install: ${installCommands.prism}

Examples
  bookdist mock
  bookdist mock --port 0
  curl -H 'apikey: any' http://127.0.0.1:4010/v2/distribution/books
  curl -H 'apikey: any' -H 'Prefer: code=422' -X POST -d {} -H 'content-type: application/json' \\
    http://127.0.0.1:4010/v2/distribution/books/00000000-0000-4000-8000-000000000000/publish
  bookdist verify http://127.0.0.1:4010 --reach shape --allow read,write,publish,delete
`;

export function mockCommand(shell: Shell): Command {
  return new Command('mock')
    .description('Serve the documented examples without state; it accepts any key.')
    .option('--port <n>', 'the port to listen on, 0 for any free port', parsePort, 4010)
    .addHelpText('after', helpText)
    .action(async (flags: MockFlags) => {
      const { mockUntilInterrupted } = await import('./serve-mock.ts');
      await mockUntilInterrupted(flags, shell);
    });
}
