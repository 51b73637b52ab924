/** The commands in groups, in the order of the help. A new command needs a folder and an entry here. Commands import their work when they run, so that help and usage errors appear immediately. */
import type { Command } from 'commander';
import { bisectCommand } from './bisect/bisect-command.ts';
import { callerCommand } from './caller/caller-command.ts';
import { compareCommand } from './compare/compare-command.ts';
import { contractCommand } from './contract/contract-command.ts';
import { doctorCommand } from './doctor/doctor-command.ts';
import { docsCommand } from './docs/docs-command.ts';
import { historyCommand } from './history/history-command.ts';
import { initCommand } from './init/init-command.ts';
import { judgeCommand } from './judge/judge-command.ts';
import { mockCommand } from './mock/mock-command.ts';
import { reportCommand } from './report/report-command.ts';
import { requirementsCommand } from './requirements/requirements-command.ts';
import { sandboxCommand } from './sandbox/sandbox-command.ts';
import type { Shell } from './shell/index.ts';
import { skillsCommand } from './skills/skills-command.ts';
import { sweepCommand } from './sweep/sweep-command.ts';
import { verifyCommand } from './verify/verify-command.ts';
import { watchCommand } from './watch/watch-command.ts';

export const commandGroups: Readonly<Record<string, readonly ((shell: Shell) => Command)[]>> = {
  'Start with these five:': [verifyCommand, sandboxCommand, initCommand, judgeCommand, docsCommand],
  'Test a service:': [doctorCommand, watchCommand, compareCommand, bisectCommand, sweepCommand],
  'Test a program that calls one:': [callerCommand],
  'Read the results:': [reportCommand, historyCommand],
  'Read the contract:': [requirementsCommand, contractCommand, mockCommand, skillsCommand],
};
