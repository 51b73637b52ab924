/** `bookdist verify`: tests a service, or our own sandbox without an address. */
import { Command, Option } from 'commander';
import {
  parseCount,
  parseDuration,
  parseTimeOption,
  connectionVariablesHelp,
  parseMinProven,
  parsePositiveNumber,
  parseSeed,
  parseList,
  type VerbosityFlags,
  applyVerbosity,
  parseVersion,
  withFormatOption,
  withConnectionOptions,
  withBaselineOptions,
  withVerbosityOptions,
} from '../options.ts';
import type { Section } from '../../harness/suite/index.ts';
import { type Shell, WrongUsage } from '../shell/index.ts';
import type { WrittenReport } from './judge.ts';
import type { VerifyFlags, VerifySettings } from './verify-settings.ts';

const helpText = `
Environment
  DISTRIBUTION_URL      the address, if none is given
  DISTRIBUTION_API_KEY  the key of the service; never an option, because process lists show options
  DISTRIBUTION_SECOND_KEY  the key of another account, to test that accounts are kept apart
${connectionVariablesHelp}

Examples
  bookdist verify                           our own sandbox; in CI, add --own-sandbox
  bookdist verify https://staging.example.com
  bookdist verify staging                   with the settings of targets.staging in bookdist.yaml
  bookdist verify http://127.0.0.1:4020 --allow read,write,publish,delete
  bookdist verify --only publish.final-version-window --seed 424242
  bookdist verify http://127.0.0.1:3000 --allow read,write --watch src
  bookdist verify https://staging.example.com --list
  bookdist verify staging --explore 10m --max-requests 20000
  bookdist verify https://staging.example.com --observed reports/observed.json --fail-on changed
  bookdist verify http://127.0.0.1:4010 --reach shape --allow read,write,publish,delete
`;

export function verifyCommand(shell: Shell): Command {
  const command = createVerifyCommand();
  return command.action(async (addressOrName: string | undefined) => {
    const { targetShell, address, flags } = await readOptions(command, addressOrName, shell);
    shell.exitWith(await runVerify(address, flags, applyVerbosity(targetShell, flags)));
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
  const { readVerifySettings } = await import('./verify-settings.ts');
  return readVerifySettings(address, flags, targetShell.environment);
}

/** Returns the options, each of which is a setting of bookdist.yaml too. */
export function listVerifyOptions(): readonly Option[] {
  return createVerifyCommand().options;
}

type Flags = VerifyFlags & VerbosityFlags & { readonly config?: string };

async function readOptions(command: Command, addressOrName: string | undefined, shell: Shell) {
  const { targetShell, address } = await findTarget(command, addressOrName, { shell });
  return { targetShell, address: address ?? addressOrName, flags: command.opts<Flags>() };
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

function createVerifyCommand(): Command {
  const command = new Command('verify')
    .description('Test a service against the contract; without an address, our own sandbox.')
    .argument(
      '[base_url]',
      'the address of the service, with or without /v2/distribution, or its name in bookdist.yaml',
    );
  withTestOptions(command);
  withReportOptions(command);
  withBaselineOptions(command);
  withLimitOptions(command);
  withConnectionOptions(command.optionsGroup('Connection:')).option(
    '--config <file>',
    'the file of targets (default: bookdist.yaml)',
  );
  withSandboxOptions(command);
  withVerbosityOptions(command.optionsGroup('Output:'));
  return command.addHelpText('after', helpText);
}

function withTestOptions(command: Command): void {
  command
    .optionsGroup('What is tested:')
    .option(
      '--allow <list>',
      'what the run may do: read, write, publish, delete\n(default: everything in our own sandbox, read elsewhere)',
      parseList,
    )
    .option('--only <id>', 'only requirements whose id starts with this')
    .option('--seed <n>', 'draw the same values again (default: a new one each run)', parseSeed)
    .addOption(
      new Option(
        '--depth <depth>',
        'quick: fewer than 400 requests\nusual: every two conditions combined\ndeep: every three, and four times as many values',
      )
        .choices(['quick', 'usual', 'deep'])
        .default('usual'),
    )
    .option('--runs <n>', 'values drawn for each property (default: 25, deep: 100)', parseCount)
    .option(
      '--explore <time>',
      'after the cases, send generated calls for this long, such as 10m;\nfewer with --max-requests',
      parseDuration,
    )
    .option('--bail', 'stop at the first drift')
    .addOption(
      new Option('--reach <reach>', 'shape for a mock without state')
        .choices(['shape', 'behaviour'])
        .default('behaviour'),
    )
    .option('--as-of <version>', 'leave out checks that are newer than this version', parseVersion)
    .option(
      '--revision <name>',
      'judge by another revision of the document: its version, or a folder with distribution.yaml and requirements.yaml',
    )
    .option('--replay <token>', 'run one case of a report again')
    .option('--watch <folder>', 'run again when a file in this folder changes, or on Enter')
    .option('--list', 'print cases and situations without sending a request');
}

function withReportOptions(command: Command): void {
  command
    .optionsGroup('Reports and verdict:')
    .option('--out <dir>', 'the folder for the reports', 'reports')
    .option(
      '--min-proven <n>',
      'exit with 3 if less is proven: a number of requirements, or a share such as 90%\n(default: half of what --allow and --reach permit)',
      parseMinProven,
    );
  withFormatOption(command).option(
    '--no-bodies',
    'leave request and response bodies out of every file',
  );
}

function withLimitOptions(command: Command): void {
  command
    .optionsGroup('Limits:')
    .option('--concurrency <n>', 'number of concurrent requests', parseCount)
    .option(
      '--rate <n>',
      'requests a second (default: 20, unlimited on this machine)',
      parsePositiveNumber,
    )
    .option('--max-requests <n>', 'stop after this many requests', parseCount)
    .option(
      '--max-time <time>',
      'stop after this time, such as 90s or 5m; clean-up takes at most a minute more',
      parseDuration,
    );
}

function withSandboxOptions(command: Command): void {
  command
    .optionsGroup('Our own sandbox:')
    .option('--own-sandbox', 'without an address, test our own sandbox; needed in CI')
    .option('--fault <name>', 'start our own sandbox with this fault (repeatable)', parseList)
    .option('--clock <time>', 'start the clock of our own sandbox at this time', parseTimeOption);
}

/** @throws WrongUsage when the chosen revision does not state what `--only` names */
function assertRequirementIsStated({ only, revision, statements }: VerifySettings): void {
  if (only === undefined || revision === undefined) return;
  if (statements.ledger().some(({ id }) => id.startsWith(only))) return;
  throw new WrongUsage(`Revision ${revision.content.version} does not state ${only}.`);
}

async function runVerify(
  address: string | undefined,
  flags: VerifyFlags,
  shell: Shell,
): Promise<number> {
  const { readVerifySettings } = await import('./verify-settings.ts');
  const settings = readVerifySettings(address, flags, shell.environment);
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
  const { rerunOnChange } = await import('./rerun.ts');
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
