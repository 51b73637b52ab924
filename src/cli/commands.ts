/** The commands there are, in the order of the help; a new one is a line here and a file. */
import type { Command } from 'commander';
import { docsCommand } from './docs/docs.ts';
import { gradeCommand } from './grade/grade.ts';
import { mockCommand } from './mock/mock.ts';
import { reportCommand } from './report/report.ts';
import { requirementsCommand } from './requirements/index.ts';
import { sandboxCommand } from './sandbox/sandbox.ts';
import type { Shell } from './shell/shell.ts';
import { sweepCommand } from './sweep/sweep.ts';
import { verifyCommand } from './verify/verify.ts';

export const commands: readonly ((shell: Shell) => Command)[] = [
  verifyCommand,
  sandboxCommand,
  mockCommand,
  docsCommand,
  reportCommand,
  sweepCommand,
  requirementsCommand,
  gradeCommand,
];
