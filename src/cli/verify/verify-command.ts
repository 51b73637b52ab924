/** `bookdist verify`: tests a service, or our own sandbox without an address. */
import { existsSync, watch } from 'node:fs';
import { relative, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Command } from 'commander';
import { type VerbosityFlags, applyVerbosity } from '../options.ts';
import type { Section } from '../../harness/suite/index.ts';
import { type Environment, type Shell, WrongUsage, listenForInterrupt } from '../shell/index.ts';
import type { Report } from '../../report/record/index.ts';
import type { WrittenReport } from './judge.ts';
import { createVerifyCommand } from './verify-options.ts';
import type { VerifyFlags, VerifySettings } from './verify-settings.ts';

export function verifyCommand(shell: Shell): Command {
  const command = createVerifyCommand();
  return command.action(async (addressOrName: string | undefined) => {
    const { targetShell, address, flags } = await readOptions(command, addressOrName, shell);
    const { environment } = targetShell;
    const settings = await readSettings(command, { address, flags, environment });
    shell.exitWith(await runVerify(settings, flags, applyVerbosity(targetShell, flags)));
  });
}

/**
 * Reads options as `bookdist verify` does, for other ways to start a run.
 * @param args what follows `bookdist verify` on a command line
 * @throws CommanderError or WrongUsage for what the command would refuse
 */
export async function readVerifyArguments(
  args: readonly string[],
  shell: Shell,
): Promise<VerifySettings> {
  const command = createVerifyCommand().exitOverride();
  command.configureOutput({ writeErr: () => undefined });
  command.parse([...args], { from: 'user' });
  const { targetShell, address, flags } = await readOptions(command, command.args[0], shell);
  return readSettings(command, { address, flags, environment: targetShell.environment });
}

/**
 * Verifies a target for another command: writes the files of the report, and prints no verdict.
 * @param args what follows `bookdist verify` on a command line
 * @param adapt changes what the run tests
 * @throws CommanderError or WrongUsage for what the command would refuse
 */
export async function verifyForReport(
  args: readonly string[],
  shell: Shell,
  adapt = (sections: readonly Section[]): readonly Section[] => sections,
): Promise<Report> {
  const settings = await readVerifyArguments(args, shell);
  const { suite } = await import('../../../tests/suite.ts');
  const { report } = await runAndWrite(adapt(settings.statements.suite(suite)), settings, shell);
  return report;
}

type Flags = VerifyFlags & VerbosityFlags & { readonly config?: string; readonly url?: string };

interface ReadOptions {
  readonly address: string | undefined;
  readonly flags: Flags;
  readonly environment: Environment;
}

/** @throws WrongUsage that names the file and line if a setting of bookdist.yaml is wrong */
async function readSettings(
  command: Command,
  { address, flags, environment }: ReadOptions,
): Promise<VerifySettings> {
  const { readVerifySettings } = await import('./verify-settings.ts');
  try {
    return readVerifySettings(address, flags, environment);
  } catch (error) {
    if (!(error instanceof WrongUsage)) throw error;
    const [, name = '', value] = /^--([\w-]+)[^"]*(?:"([^"]*)")?/.exec(error.message) ?? [];
    const option = command.options.find(({ long }) => long === `--${name}`);
    const source = option && command.getOptionValueSource(option.attributeName());
    if (source !== 'config' || environment.target === undefined) throw error;
    throw new WrongUsage(`${environment.target.locate(name, value)}: ${error.message}`);
  }
}

async function readOptions(command: Command, addressOrName: string | undefined, shell: Shell) {
  const { targetShell, address } = await findTarget(command, addressOrName, { shell });
  const flags = command.opts<Flags>();
  if (flags.url !== undefined && address === undefined && addressOrName !== undefined)
    throw new WrongUsage('--url replaces the address of a target in bookdist.yaml. Name one.');
  return { targetShell, address: address ?? addressOrName ?? flags.url, flags };
}

/**
 * Looks up a target by its name in the file of `--config`, and adds its settings to the options of a command.
 * @param acceptedSettings the settings that the command accepts; all by default
 * @returns the shell with the keys of the target, and its address; no address if it was not named
 */
export async function findTarget(
  command: Command,
  addressOrName: string | undefined,
  { shell, ...accepted }: { readonly shell: Shell; readonly acceptedSettings?: readonly string[] },
): Promise<{ readonly targetShell: Shell; readonly address: string | undefined }> {
  const { findNamedTarget } = await import('../target/index.ts');
  const { environment } = shell;
  const { config: file } = command.opts<Flags>();
  const { options } = createVerifyCommand();
  const lookup = { addressOrName, file, options, environment, ...accepted };
  const target = findNamedTarget(command, lookup);
  const targetShell = { ...shell, environment: target?.environment ?? environment };
  return { targetShell, address: target?.address };
}

/** @throws WrongUsage when the chosen revision does not state what `--only` names */
function assertRequirementIsStated({ only, revision, statements }: VerifySettings): void {
  if (only === undefined || revision === undefined) return;
  if (statements.ledger().some(({ id }) => id.startsWith(only))) return;
  throw new WrongUsage(`Revision ${revision.content.version} does not state ${only}.`);
}

async function runVerify(
  settings: VerifySettings,
  flags: VerifyFlags,
  shell: Shell,
): Promise<number> {
  const { suite: wholeSuite } = await import('../../../tests/suite.ts');
  const suite = settings.statements.suite(wholeSuite);
  assertRequirementIsStated(settings);
  const { assertSomethingToTest, formatPlan } = await import('./plan-listing.ts');
  assertSomethingToTest(suite, settings);
  if (settings.list) {
    const { target } = settings;
    const secondAccount = target.kind === 'own sandbox' || target.secondKey !== undefined;
    const { readLastReport } = await import('../output/index.ts');
    const lastReport = await readLastReport(settings.out);
    shell.out(formatPlan(suite, { ...settings, secondAccount, lastReport }));
    return 0;
  }
  const { verifyAndPrint } = await import('./judge.ts');
  const run = async (): Promise<number> => verifyAndPrint(suite, settings, shell);
  if (flags.watch === undefined) return run();
  return rerunOnChange({ folder: flags.watch, out: settings.out }, run, shell);
}

/** Runs a suite against a target, and writes the files of the report. The engine is loaded only now. */
export async function runAndWrite(
  suite: readonly Section[],
  settings: VerifySettings,
  shell: Shell,
): Promise<WrittenReport> {
  const { runAndWrite: run } = await import('./judge.ts');
  return run(suite, settings, shell);
}

/** The number of milliseconds to wait for further changes: editors and compilers write several files in a row. */
const settleTime = 300;

/** Files whose changes do not start a run. */
const ignoredFiles = /(^|[/\\])(node_modules|\.git|\.[^/\\]+\.sw.)([/\\]|$)|~$/;

interface WatchOptions {
  readonly folder: string;
  /** The folder of the reports; changes in it are ignored. */
  readonly out: string;
}

interface Change {
  /** The file that changed last, until a run starts. */
  file?: string | undefined;
  notify: () => void;
}

/**
 * Runs again after each change and at Enter, until Ctrl-C.
 * @param run runs once and returns the exit code
 * @returns 130
 */
async function rerunOnChange(
  { folder, out }: WatchOptions,
  run: () => Promise<number>,
  shell: Shell,
): Promise<number> {
  if (!existsSync(folder)) throw new WrongUsage(`--watch ${folder}: there is no such folder.`);
  const change: Change = { notify: () => undefined };
  const watcher = watch(folder, { recursive: true }, (_event, name) => {
    const file = name ?? '';
    if (ignoredFiles.test(file) || !relative(out, resolve(folder, file)).startsWith('..')) return;
    change.file = file;
    change.notify();
  });
  try {
    for (;;) {
      change.file = undefined;
      if ((await run()) === 130) return 130;
      shell.err(`Waiting for changes in ${folder}; Enter runs again, Ctrl-C ends.\n`);
      const trigger = change.file ?? (await waitForTrigger(change, shell));
      if (trigger === undefined) return 130;
      await pause(settleTime);
      shell.err(`\n${trigger === 'Enter' ? 'Running again' : `${trigger} changed`}.\n`);
    }
  } finally {
    watcher.close();
  }
}

/** Waits for a change or Enter. Returns undefined on Ctrl-C. */
async function waitForTrigger(change: Change, shell: Shell): Promise<string | undefined> {
  const interrupt = listenForInterrupt(shell, 'Stopping.');
  let release = (): void => undefined;
  try {
    return await new Promise((resolveTrigger) => {
      interrupt.signal.addEventListener('abort', () => resolveTrigger(undefined), { once: true });
      change.notify = () => resolveTrigger(change.file);
      release = shell.onEnter(() => resolveTrigger('Enter'));
    });
  } finally {
    interrupt.release();
    release();
  }
}
