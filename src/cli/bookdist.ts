/** Runs a command line: creates all commands, and turns each error into a message and an exit code. */
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command, CommanderError } from 'commander';
import { version as toolVersion } from '../generated/version.ts';
import { createRedactor } from '../report/redact.ts';
import { escapeControls } from '../report/wording/index.ts';
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
import { skillsCommand } from './skills/skills-command.ts';
import { sweepCommand } from './sweep/sweep-command.ts';
import { verifyCommand } from './verify/verify-command.ts';
import { watchCommand } from './watch/watch-command.ts';
import {
  CannotDo,
  getErrorMessage,
  suggest,
  findSecretsInArguments,
  type Shell,
  describeUsageError,
  WrongUsage,
} from './shell/index.ts';

/**
 * The commands in groups, in the order of the help. A new command needs a folder and an entry here. Commands import their
 * work when they run, so that help and usage errors appear immediately.
 */
export const commandGroups: Readonly<Record<string, readonly ((shell: Shell) => Command)[]>> = {
  'Start with these five:': [verifyCommand, sandboxCommand, initCommand, judgeCommand, docsCommand],
  'Test a service:': [doctorCommand, watchCommand, compareCommand, bisectCommand, sweepCommand],
  'Test a program that calls one:': [callerCommand],
  'Read the results:': [reportCommand, historyCommand],
  'Read the contract:': [requirementsCommand, contractCommand, mockCommand, skillsCommand],
};

const helpText = `
Exit codes
  0    no drift
  1    drift: the service contradicts the document
  2    the command line or a setting is wrong
  3    incomplete: no service, key refused, or too few requirements tested; no drift in what was tested
  130  interrupted; the books of the run were removed

Examples
  bookdist init https://staging.example.com        write bookdist.yaml and a CI job
  bookdist doctor staging                          check address, certificate, key and clock
  bookdist verify staging                          test the service, reading only
  bookdist verify                                  test our own sandbox: nothing to start
  bookdist sandbox                                 serve a sandbox to develop against

Guides
  ${findGuidesFolder()}
`;

function findGuidesFolder(): string {
  const root = import.meta.url.endsWith('.ts') ? '../..' : '../../..';
  const folder = fileURLToPath(new URL(`${root}/docs/guides`, import.meta.url));
  const path = relative('', folder);
  return path.startsWith('..') ? folder : path;
}

/**
 * Runs one command line. Never throws: every error becomes a plain sentence and an exit code.
 * @returns the exit code
 */
export async function bookdist(args: readonly string[], shell: Shell): Promise<number> {
  let code = 0;
  const program = createProgram({ ...shell, exitWith: (exitCode) => (code = exitCode) });
  try {
    if (args.length === 0)
      throw new WrongUsage(`A command is missing.\n\n${program.helpInformation()}`);
    assertHelpTopic(args, program);
    await program.parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    if (!(error instanceof CommanderError)) return reportFailure(error, args, shell);
    if (error.exitCode === 0) return 0;
    shell.err(`bookdist: ${describeUsageError(error, program, args)}\n`);
    return 2;
  }
}

/** Creates the commander program; `exitOverride` stops commander from ending the process. */
function createProgram(shell: Shell): Command {
  const program = new Command('bookdist')
    .description('Tests whether a book distribution service does what its interface document says.')
    .version(toolVersion, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .commandsGroup('Help:')
    .helpCommand('help [command]', 'print the help of a command')
    .addHelpText('after', helpText);
  for (const [group, commands] of Object.entries(commandGroups)) {
    for (const createCommand of commands) program.addCommand(createCommand(shell).helpGroup(group));
  }
  for (const command of [program, ...listCommands(program.commands)]) {
    command
      .exitOverride()
      .showSuggestionAfterError(false)
      .configureOutput({
        writeOut: shell.out,
        writeErr: shell.err,
        outputError: () => undefined,
        getOutHelpWidth: () => Math.min(shell.outTerminal.width, 100),
      })
      .helpOption('-h, --help', 'print this help');
  }
  return program;
}

function listCommands(commands: readonly Command[]): Command[] {
  return commands.flatMap((command) => [command, ...listCommands(command.commands)]);
}

/** Rejects `help` for an unknown command, for which commander would print the whole help. */
function assertHelpTopic([first, topic]: readonly string[], program: Command): void {
  const names = program.commands.map((command) => command.name());
  if (first !== 'help' || topic === undefined || names.includes(topic)) return;
  const hint = `${suggest(topic, names)} See bookdist --help.`;
  throw new WrongUsage(`There is no command "${topic}".${hint}`);
}

function reportFailure(error: unknown, args: readonly string[], shell: Shell): number {
  const { key, secondKey, headers } = shell.environment;
  const { text } = createRedactor([key, secondKey, ...findSecretsInArguments(args, headers)]);
  if (error instanceof WrongUsage || error instanceof CannotDo) {
    shell.err(`bookdist: ${escapeControls(text(error.message))}\n`);
    return error instanceof WrongUsage ? 2 : 3;
  }
  const stack = error instanceof Error ? error.stack : undefined;
  const hint = 'This is a bug in bookdist. Set BOOKDIST_DEBUG=1 to see where.';
  shell.err(`bookdist: ${text(getErrorMessage(error).split('\n')[0] ?? '')} ${hint}\n`);
  if (shell.environment.debug && stack !== undefined) shell.err(`${text(stack)}\n`);
  return 3;
}
