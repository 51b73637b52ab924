/** The options that hold a run against earlier ones: the same for every command that tells a verdict. */
import { Option, type Command } from 'commander';

/** As commander parsed them. */
export interface MemoryFlags {
  readonly observed?: string;
  readonly failOn?: 'drift' | 'changed';
  readonly known?: string;
  readonly updateKnown?: boolean;
}

/** Adds them to a command. */
export function withMemoryOptions(command: Command): Command {
  return command
    .option('--observed <file>', 'compare with the answers of an earlier run, its observed.json')
    .addOption(
      new Option('--fail-on <what>', 'what ends with 1: drift alone, or changed answers as well')
        .choices(['drift', 'changed'])
        .default('drift'),
    )
    .option(
      '--known <file>',
      'drifts that are put up with for a while (default: known-drifts.yaml, where there is one)',
    )
    .option('--update-known', 'add new drifts to that file, their reasons left to fill in');
}
