/** The options of the commands that judge the traffic of other programs. */
import { Option, type Command } from 'commander';
import type { MinProven } from '../../report/record/index.ts';
import { withFormats, type FormatFlags } from './format-options.ts';
import { minProven } from './option-values.ts';

/** The result, besides a drift of the service, that makes a judgement of traffic end with 1. */
export type TrafficFailure = 'drift' | 'changed' | 'surprising' | 'caller';

/** As commander parsed them. */
export interface TrafficFlags extends FormatFlags {
  readonly only?: string;
  readonly out: string;
  readonly minProven?: MinProven;
  readonly observed?: string;
  readonly failOn: TrafficFailure;
  readonly known?: string;
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
    )
    .option('--observed <file>', 'compare with the answers of an earlier run, its observed.json')
    .addOption(
      new Option(
        '--fail-on <what>',
        'end with 1 also for this, not only for a drift of the service',
      )
        .choices(['drift', 'changed', 'surprising', 'caller'])
        .default('drift'),
    )
    .option(
      '--known <file>',
      'temporarily accepted drifts (default: known-drifts.yaml, if it exists)',
    );
  return withFormats(command);
}
