/** The options for reaching a service behind a gateway, shared by every command that calls one. */
import type { Command } from 'commander';
import { duration } from './option-values.ts';

/** As commander parsed them. Options that may hold a secret stay text, because commander repeats values that its parsers refuse. */
export interface ConnectionFlags {
  readonly header?: readonly string[];
  readonly ca?: string;
  readonly proxy?: string;
  /** Milliseconds. */
  readonly wait?: number;
}

/** The help text about environment variables. */
export const connectionEnvironment = `  DISTRIBUTION_HEADERS  more headers, one NAME=VALUE per line; like the key, their values are never shown
  HTTPS_PROXY, HTTP_PROXY, NO_PROXY  as in other tools; --proxy takes precedence`;

/** Not split, because a value may contain commas. */
function alsoText(text: string, before?: readonly string[]): string[] {
  return [...(before ?? []), text];
}

/** Adds the options to a command. */
export function withConnectionOptions(command: Command): Command {
  return command
    .option(
      '--header <NAME=VALUE>',
      'a header for every request to the service, never to its storage (repeatable);\nsecret ones go into DISTRIBUTION_HEADERS',
      alsoText,
    )
    .option('--ca <file>', 'also trust the certificates in this PEM file')
    .option('--proxy <url>', 'connect through this proxy (default: HTTPS_PROXY, HTTP_PROXY)')
    .option(
      '--wait <time>',
      'how long the service may take to start responding, such as 60s',
      duration,
    );
}
