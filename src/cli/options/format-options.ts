/** The option for the formats of a report. */
import type { Command } from 'commander';
import { several } from './option-values.ts';

/** As commander parsed it. */
export interface FormatFlags {
  readonly format?: readonly string[];
  /** False with `--no-bodies`. */
  readonly bodies?: boolean;
}

/** Adds the option to a command. */
export function withFormats(command: Command): Command {
  return command.option(
    '--format <list>',
    'json, html, junit, markdown, har, badge, and github for annotations on stdout\n(default: every file, and github under GitHub Actions)',
    several,
  );
}
