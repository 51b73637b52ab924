/** Runs Redocly's command line without telemetry and update checks. */
import { fileURLToPath } from 'node:url';
import { node, type Ended } from '../proof/command.ts';

const program = fileURLToPath(
  new URL('../../node_modules/@redocly/cli/bin/cli.js', import.meta.url),
);

/** Runs one command in the repository's folder and waits for its end. */
export async function redocly(args: readonly string[]): Promise<Ended> {
  return node([program, ...args], {
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  });
}
