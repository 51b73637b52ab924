/** The options of `bookdist verify`, which bookdist.yaml may set as well. */
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
  parseVersion,
  withFormatOption,
  withConnectionOptions,
  withBaselineOptions,
  withVerbosityOptions,
} from '../options.ts';

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
  bookdist verify staging --url https://pr-17.preview.example.com
  bookdist verify http://127.0.0.1:4020 --allow read,write,publish,delete
  bookdist verify --only publish.final-version-window --seed 424242
  bookdist verify http://127.0.0.1:3000 --allow read,write --watch src
  bookdist verify https://staging.example.com --list
  bookdist verify staging --explore 10m --histories drifted-histories.json --explored explored.json
  bookdist verify https://staging.example.com --observed reports/observed.json --fail-on changed
  bookdist verify http://127.0.0.1:4010 --reach shape --allow read,write,publish,delete
`;

/** Creates the command without its action, which also tells the options that bookdist.yaml may set. */
export function createVerifyCommand(): Command {
  const command = new Command('verify')
    .description('Test a service against the contract; without an address, our own sandbox.')
    .argument(
      '[base_url]',
      'the address of the service, with or without /v2/distribution, or its name in bookdist.yaml',
    );
  withTestOptions(command);
  withExploringOptions(command);
  withReportOptions(command);
  withBaselineOptions(command);
  withLimitOptions(command);
  withConnectionOptions(command.optionsGroup('Connection:'))
    .option('--config <file>', 'the file of targets (default: bookdist.yaml)')
    .option('--url <address>', 'another address for the target, such as a preview deployment');
  withSandboxOptions(command);
  withVerbosityOptions(command.optionsGroup('Output:'));
  return command.addHelpText('after', helpText);
}

function createAllowOption(): Option {
  const description =
    'what the run may do (default: everything in our own sandbox, read elsewhere)';
  return new Option('--allow <list>', description)
    .choices(['read', 'write', 'publish', 'delete'])
    .argParser(parseList);
}

function withExploringOptions(command: Command): void {
  command
    .optionsGroup('Generated calls:')
    .option(
      '--explore <time>',
      'after the cases, send generated calls for this long, such as 10m',
      parseDuration,
    )
    .option(
      '--histories <file>',
      'play the calls that drifted earlier first, and keep those that still drift\n(default: drifted-histories.json, if it exists)',
    )
    .option(
      '--explored <file>',
      'look for situations that the runs in this file have not judged, and add those of this run',
    );
}

function withTestOptions(command: Command): void {
  command
    .optionsGroup('What is tested:')
    .addOption(createAllowOption())
    .option('--only <id>', 'only requirements whose id starts with this')
    .option('--seed <n>', 'draw the same values again (default: a new one each run)', parseSeed)
    .addOption(
      new Option('--depth <depth>', 'quick: about 400 requests\nusual: about 1,500 requests')
        .choices(['quick', 'usual'])
        .default('usual'),
    )
    .option(
      '--runs <n>',
      'values drawn for each property (default: 25, with --explore 100)',
      parseCount,
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
    .option(
      '--out <dir>',
      'the folder for the reports (default: "reports"; "reports/replay" with --replay)',
    )
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
    .option(
      '--max-requests <n>',
      'send at most this many requests, and explore until then',
      parseCount,
    )
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
