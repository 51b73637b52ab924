/** The option that says in which forms a report is written. */
import type { Command } from 'commander';
import { several } from './option-values.ts';

/** As commander parsed it. */
export interface FormatFlags {
  readonly format?: readonly string[];
  /** False with `--no-bodies`. */
  readonly bodies?: boolean;
}

/** Adds it to a command. */
export function withFormats(command: Command): Command {
  return command.option(
    '--format <list>',
    'json, html, junit, markdown, har, badge, and github for annotations on stdout\n(default: every file; github too where GitHub Actions runs it)',
    several,
  );
}
