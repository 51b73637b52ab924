/** Redocly's command line, which tells nobody that it ran and asks nobody for a newer one. */
import { fileURLToPath } from 'node:url';
import { node, type Ended } from '../proof/command.ts';

const program = fileURLToPath(
  new URL('../../node_modules/@redocly/cli/bin/cli.js', import.meta.url),
);

/** Runs one command to its end, in the repository's folder. */
export async function redocly(args: readonly string[]): Promise<Ended> {
  return node([program, ...args], {
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  });
}
