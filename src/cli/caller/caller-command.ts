/** `bookdist caller`: tests a program that calls the service, in any language. */
import { Command } from 'commander';
import {
  applyVerbosity,
  collectText,
  parseCount,
  parseDuration,
  parseList,
  parsePort,
  parsePositiveNumber,
  parseWholeNumber,
  withVerbosityOptions,
  type VerbosityFlags,
} from '../options.ts';
import type { Shell } from '../shell/index.ts';
import type { CallerFlags } from './caller-flags.ts';

const helpText = `
The command runs once without trouble: that calm run is the standard. Then it runs once for each story, in
a sandbox of its own, in which one thing goes wrong: a lost response, a 429, an expired upload URL. Each
sandbox's address and key are in DISTRIBUTION_URL and DISTRIBUTION_API_KEY. The books that the program
leaves are compared with those of the calm run.

Verdicts
  survived        the same books and the same exit code
  gave up         the trouble ended it with another exit code; nothing is wrong, and running it again completes the work
  harmed          books twice, lost or half-changed, published wrongly, or success reported for work not done
  hung            no end within the time limit
  not reached     the trouble of the story happened to no call

Exit codes
  0    the program was neither harmed nor hung
  1    it was, in at least one story; with --faults, the tests notice less than --min
  2    wrong usage, or a mistake in the story file
  3    without trouble the command fails or breaks a rule for callers, or too few stories were reached
  130  interrupted; no process and no file is left

Examples
  bookdist caller -- sh publish.sh book.epub
  bookdist caller -- python3 publish.py --url {url} --key {key}
  bookdist caller --env API_BASE={url}/v2/distribution --env API_KEY={key} -- npm run publish
  bookdist caller --only create-response-lost,attach-response-lost -- ./publish
  bookdist caller --story-file stories.yaml --jobs 2 -- go run ./cmd/publish
  bookdist caller --copy . -- ./publish              each run starts in a copy of this folder
  bookdist caller --serve upload-url-expired         serve one story, to play it by hand
  bookdist caller --list
  bookdist caller --faults -- npm test               which faults of a service do my tests notice?
  bookdist caller --faults --changed last/caller-faults.json -- npm test
  bookdist caller --faults --sample 40 --budget 5m --min 60 -- pytest
`;

export function callerCommand(shell: Shell): Command {
  const command = new Command('caller')
    .description(
      'Test a program that calls the service: does it survive when something goes wrong?',
    )
    .argument('[command...]', 'the command that runs the program, after --');
  withStoryOptions(command);
  command
    .option('--jobs <n>', 'how many stories are played at once (default: by the cores)', parseCount)
    .option(
      '--limit <time>',
      'the time of one run (default: a minute and five times the calm run)',
      parseDuration,
    )
    .option(
      '--min-reached <n>',
      'exit with 3 if fewer stories are reached (default: 5)',
      parseWholeNumber,
    )
    .option('--keep-going', 'play the stories even if the calm run breaks a rule for callers');
  withFaultOptions(command)
    .option('--out <dir>', 'where the reports go', 'reports')
    .option('--format <list>', 'json, html, junit and markdown (default: all)', parseList);
  return withVerbosityOptions(command)
    .addHelpText('after', helpText)
    .action(async (program: readonly string[]) => {
      const flags = command.opts<CallerFlags & VerbosityFlags>();
      const { runCallerCommand } = await import('./run-caller.ts');
      shell.exitWith(await runCallerCommand(program, flags, applyVerbosity(shell, flags)));
    });
}

function withStoryOptions(command: Command): Command {
  return command
    .option('--only <names>', 'play only these stories (repeatable)', parseList)
    .option('--list', 'print the stories')
    .option('--serve <story>', 'serve the sandbox of one story until Ctrl-C')
    .option('--port <n>', 'the port of --serve, 0 for any free port', parsePort, 4020)
    .option(
      '--story-file <file>',
      'also play the stories of this YAML file (stories.schema.json in the package)',
    )
    .option(
      '--env <NAME=text>',
      'set a variable for the program; {url}, {key} and {dir} are replaced (repeatable)',
      collectText,
    )
    .option('--copy <dir>', 'start each run in its own copy of this folder')
    .option('--seed <n|file>', 'start with n made-up books, or with the books of a file');
}

function withFaultOptions(command: Command): Command {
  return command
    .option('--faults', 'run the command, a test suite, with the faults that its calls can see')
    .option(
      '--min <percent>',
      'with --faults, exit with 1 if fewer are noticed',
      parsePositiveNumber,
    )
    .option(
      '--changed <file>',
      'with --faults, keep what an earlier caller-faults.json noticed if the calls are the same',
    )
    .option('--sample <n>', 'with --faults, the most faults to run the tests with', parseCount)
    .option('--budget <time>', 'with --faults, start no run later than this', parseDuration);
}
