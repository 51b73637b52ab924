/** The commands there are, in the order of the help; a new one is a line here and a file. */
import type { Command } from 'commander';
import { docsCommand } from './docs/index.ts';
import { gradeCommand } from './grade/index.ts';
import { historyCommand } from './history/index.ts';
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

export const commands: readonly ((shell: Shell) => Command)[] = [
  verifyCommand,
  judgeCommand,
  watchCommand,
  sandboxCommand,
  mockCommand,
  docsCommand,
  siteCommand,
  reportCommand,
  historyCommand,
  sweepCommand,
  requirementsCommand,
  gradeCommand,
];
