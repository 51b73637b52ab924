/** The options that say how a gated service is reached: the same for every command that asks one. */
import type { Command } from 'commander';
import { duration } from './option-values.ts';

/** As commander parsed them. What may hold a secret is kept as text: commander repeats what its own parsers refuse. */
export interface ConnectionFlags {
  readonly header?: readonly string[];
  readonly ca?: string;
  readonly proxy?: string;
  /** Milliseconds. */
  readonly wait?: number;
}

/** What the help of such a command says of the environment. */
export const connectionEnvironment = `  DISTRIBUTION_HEADERS  more headers, one NAME=VALUE a line; like the key, their values are shown nowhere
  HTTPS_PROXY, HTTP_PROXY, NO_PROXY  as other tools read them; --proxy goes before`;

/** Kept apart whatever it holds: a value may have commas of its own. */
function alsoText(text: string, before?: readonly string[]): string[] {
  return [...(before ?? []), text];
}

/** Adds them to a command. */
export function withConnectionOptions(command: Command): Command {
  return command
    .option(
      '--header <NAME=VALUE>',
      'a header for every request to the service, never to its storage (repeatable;\nsecret ones go into DISTRIBUTION_HEADERS)',
      alsoText,
    )
    .option('--ca <file>', 'trust the certificates of this PEM file as well')
    .option('--proxy <url>', 'go through this proxy (default: HTTPS_PROXY, HTTP_PROXY)')
    .option('--wait <time>', 'wait so long for the service to answer, such as 60s', duration);
}
