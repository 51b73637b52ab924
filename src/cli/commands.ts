/** The commands there are, in the order of the help; a new one is a line here and a file. */
import type { Command } from 'commander';
import { docsCommand } from './docs.ts';
import { gradeCommand } from './grade.ts';
import { mockCommand } from './mock.ts';
import { reportCommand } from './report.ts';
import { requirementsCommand } from './requirements.ts';
import { sandboxCommand } from './sandbox.ts';
import type { Shell } from './shell.ts';
import { sweepCommand } from './sweep.ts';
import { verifyCommand } from './verify.ts';

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
