/** Runs Redocly's command line without telemetry and update checks. */
import { fileURLToPath } from 'node:url';
import { runNode, type CommandResult } from '../proof/command.ts';

const program = fileURLToPath(
  new URL('../../node_modules/@redocly/cli/bin/cli.js', import.meta.url),
);

/** Runs one command in the repository's folder and waits for its end. */
export async function runRedocly(args: readonly string[]): Promise<CommandResult> {
  return runNode([program, ...args], {
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  });
}
