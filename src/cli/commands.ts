/** The commands in groups, in the order of the help. A new command needs a folder and an entry here. Commands import their work when they run, so that help and usage errors appear immediately. */
import type { Command } from 'commander';
import { completionCommand } from './completion/index.ts';
import { contractCommand } from './contract/index.ts';
import { doctorCommand } from './doctor/index.ts';
import { docsCommand } from './docs/index.ts';
import { historyCommand } from './history/index.ts';
import { initCommand } from './init/index.ts';
import { judgeCommand } from './judge/index.ts';
import { mockCommand } from './mock/index.ts';
import { reportCommand } from './report/index.ts';
import { requirementsCommand } from './requirements/index.ts';
import { sandboxCommand } from './sandbox/index.ts';
import type { Shell } from './shell/index.ts';
import { siteCommand } from './site/index.ts';
import { sweepCommand } from './sweep/index.ts';
import { verifyCommand } from './verify/index.ts';
import { watchCommand } from './watch/index.ts';

export const commandGroups: Readonly<Record<string, readonly ((shell: Shell) => Command)[]>> = {
  'Get started:': [initCommand, doctorCommand, completionCommand],
  'Test a service:': [verifyCommand, judgeCommand, watchCommand, sweepCommand],
  'Read the results:': [reportCommand, historyCommand],
  'Develop without the service:': [sandboxCommand, mockCommand],
  'Read the contract:': [requirementsCommand, contractCommand, docsCommand, siteCommand],
};
