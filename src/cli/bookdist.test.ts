/** Tests the output, the files and the exit codes of the command line, in this process. */
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, beforeEach } from 'vitest';
import { runCommandLine } from '../../tests/support/cli/run-command-line.ts';
import type { Shell } from './shell/shell.ts';
import { applyVerbosity } from './options.ts';
import { writeText } from './shell/output-folder.ts';
import { createFolder } from '../../tests/support/fixtures.ts';

describe('a wrong command line', () => {
  it.each([
    [['verfy'], 'There is no command "verfy". Did you mean verify?'],
    [['help', 'verfy'], 'There is no command "verfy". Did you mean verify?'],
    [['verify', '--sede', '1'], 'no option --sede. Did you mean --seed?'],
    [['verify', '--max=3'], 'no option --max. Did you mean --max-requests?'],
    [['verify', '--seed'], "Option '--seed <n>' argument missing."],
    [['verify', '--seed', 'x'], 'It takes a whole number from -2147483648 to 2147483647.'],
    [['verify', '--reach', 'shap'], 'Allowed choices are shape, behaviour.'],
    [['verify', 'http://a', 'http://b'], 'Expected 1 argument but got 2.'],
    [['verify', 'localhost:1'], 'Did you mean http://localhost:1?'],
    [['verify', 'http://host'], 'set DISTRIBUTION_API_KEY'],
    [['verify', '--allow', 'wrote'], 'Did you mean write?'],
    [
      ['verify', '--only', 'publish.final-verson-window'],
      'Did you mean publish.final-version-window?',
    ],
    [['verify', '--only', 'publsh'], 'Did you mean publish?'],
    [['verify', '--only', 'target'], 'No case tests target: '],
    [['verify', '--fault', 'isbn-checksum-ignord'], 'Did you mean isbn-checksum-ignored?'],
    [['sandbox', '--fault', 'isbn-checksum-ignord'], 'Did you mean isbn-checksum-ignored?'],
    [['sandbox', '--reading', 'create.respons=x'], 'Did you mean create.response?'],
    [['sandbox', '--reading', 'create.response=walktrough'], 'Did you mean walkthrough?'],
    [['sandbox', '--reading', 'create.response'], 'takes silence=reading'],
    [['sandbox', '--clock', 'noon'], 'It takes a time such as'],
    [['sandbox', '--key', ''], 'An API key must not be empty'],
    [['sandbox', '--key', 'a', '--key', 'a'], 'API key number 2 is a duplicate'],
    [['http://host'], 'Did you mean bookdist verify http://host?'],
    [[], 'A command is missing.'],
  ])('exits with 2 and a suggestion for %j', async (args, sentence) => {
    const { code, out, err } = await runCommandLine(args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(sentence);
    expect(err).not.toMatch(/^\s+at /m);
  });
});

describe('help', () => {
  it('lists the commands', async () => {
    const { code, out, err } = await runCommandLine(['--help']);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatchInlineSnapshot(`
      "Usage: bookdist [options] [command]

      Tests whether a book distribution service does what its interface document says.

      Options:
        -V, --version                          print the version
        -h, --help                             print this help

      Start with these five:
        verify [options] [base_url]            Test a service against the contract; without an address, our own sandbox.
        sandbox [options]                      Serve a stateful sandbox that does what the document says.
        init [options] [base_url]              Write bookdist.yaml, known-drifts.yaml and a CI job; overwrite nothing.
        judge [options] <file...>              Judge recorded traffic: the service, and the programs that called it.
        docs [options]                         Write the contract as one self-contained HTML page.

      Test a service:
        doctor [options] [base_url]            Check address, certificate, key and clock of a service before a run.
        watch [options]                        Forward calls to a service and judge them as they happen.
        compare [options] <targets...>         Play the same histories on two deployments, and name the differences.
        bisect [options] <drift> [options...]  Find the first version of a service that shows a drift.
        sweep [options] [what...]              Remove the books that a run left behind.

      Test a program that calls one:
        caller [options] [command...]          Test a program that calls the service: does it survive when something goes wrong?

      Read the results:
        report                                 Show a report again, compare it, convert it, or pack its evidence.
        history [options] [files...]           Show what the runs against a service found over time.

      Read the contract:
        requirements [options] [id]            Print what the document states and what it leaves open.
        contract                               Compare revisions of the document.
        mock [options]                         Serve the documented examples without state; it accepts any key.
        skills [options]                       Write a skill for coding agents, which describes this version.

      Help:
        help [command]                         print the help of a command

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
        docs/guides

      "
    `);
  });

  it('prints the help of a command with examples, by --help and by help COMMAND', async () => {
    const results = await Promise.all([
      runCommandLine(['verify', '--help']),
      runCommandLine(['help', 'verify']),
    ]);
    expect(results[0]).toEqual(results[1]);
    expect(results[0]?.out).toContain('Examples');
  });

  it.each(['show', 'compare', 'bundle', 'check', 'convert'])(
    'describes report %s in a sentence, like every command',
    async (name) => {
      const { out } = await runCommandLine(['report', name, '--help']);
      expect(out).toMatch(/^\n[A-Z][^]+?\.\n\n/m);
    },
  );

  it.each([
    ['docs', '@redocly/cli@'],
    ['mock', '@stoplight/prism-cli@'],
  ])('names in the help of %s what it needs', async (name, program) => {
    const { out } = await runCommandLine([name, '--help']);
    expect(out).toContain(`which the package does not install: npm install --save-dev ${program}`);
  });

  it('prints the version', async () => {
    expect(await runCommandLine(['--version'])).toMatchObject({ code: 0, out: '0.1.0\n' });
  });
});

describe('requirements', () => {
  it('prints the entries whose id starts with the argument, or all open ones as JSON', async () => {
    const { code, out } = await runCommandLine(['requirements', 'publish.day']);
    expect(code).toBe(0);
    expect(out).toMatch(
      /^publish\.day-14 {2}open {2}\(.+\)\n {4}.+\n {4}readings: inclusive \| exclusive/,
    );
    const { out: openEntries } = await runCommandLine([
      'requirements',
      '--level',
      'open',
      '--json',
    ]);
    const entries: unknown = JSON.parse(openEntries);
    expect(Array.isArray(entries) && entries.length > 100).toBe(true);
  });

  it('suggests the most similar id if none starts with the argument', async () => {
    const { code, err } = await runCommandLine(['requirements', 'publsh.answers-204']);
    expect(code).toBe(2);
    expect(err).toContain('Did you mean publish.answers-204?');
  });
});

const terminal = { isTerminal: true, width: 80, colour: true };
const shell: Shell = {
  out: () => undefined,
  err: () => undefined,
  outTerminal: terminal,
  errTerminal: terminal,
  environment: { url: undefined, key: undefined, noColour: false, debug: false },
  onInterrupt: () => () => undefined,
  onEnter: () => () => undefined,
  exitWith: () => undefined,
};

it('does not change the shell without options', () => {
  expect(applyVerbosity(shell, {})).toMatchObject({ outTerminal: terminal, errTerminal: terminal });
});

it('disables colour and the live line with --plain', () => {
  const { outTerminal, errTerminal } = applyVerbosity(shell, { plain: true });
  expect([outTerminal.colour, errTerminal.isTerminal]).toEqual([false, false]);
});

it('marks the output as quiet, without a live line, with --quiet', () => {
  const { outTerminal, errTerminal } = applyVerbosity(shell, { quiet: true });
  expect([outTerminal.quiet, outTerminal.colour, errTerminal.isTerminal]).toEqual([
    true,
    true,
    false,
  ]);
});

let folder = '';
beforeEach(() => {
  folder = createFolder();
});

it('creates the folder, replaces files and leaves no temporary files', async () => {
  const file = join(folder, 'deep', 'report.json');
  await writeText(file, 'first');
  await writeText(file, 'second');
  expect(await readFile(file, 'utf8')).toBe('second');
  expect(await readdir(join(folder, 'deep'))).toEqual(['report.json']);
});

it('removes the temporary file if the target cannot be written', async () => {
  await mkdir(join(folder, 'report.json', 'inside'), { recursive: true });
  await expect(writeText(join(folder, 'report.json'), 'text')).rejects.toThrow();
  expect(await readdir(folder)).toEqual(['report.json']);
});
