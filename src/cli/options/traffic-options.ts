/** The options of the commands that judge the traffic of other programs. */
import type { Command } from 'commander';
import type { MinProven } from '../../report/record/index.ts';
import { withFormats, type FormatFlags } from './format-options.ts';
import { type MemoryFlags, withMemoryOptions } from './memory-options.ts';
import { minProven } from './option-values.ts';

/** As commander parsed them. */
export interface TrafficFlags extends FormatFlags, MemoryFlags {
  readonly only?: string;
  readonly out: string;
  readonly minProven?: MinProven;
}

/** Adds the options to a command. */
export function withTrafficOptions(command: Command): Command {
  command
    .option('--only <id>', 'only requirements whose id starts with this')
    .option('--out <dir>', 'where the report goes', 'reports')
    .option(
      '--min-proven <n>',
      'end with 3 if less is proven: a number of requirements, or a share such as 40%',
      minProven,
    );
  return withFormats(withMemoryOptions(command, true));
}
