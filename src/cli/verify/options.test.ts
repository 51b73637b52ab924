/** Tests which options, addresses and settings are accepted, and that the commands of a summary run in bash. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  parseCount,
  parseDuration,
  parseTimeOption,
  parsePort,
  parsePositiveNumber,
  parseSeed,
  parseList,
  parseWholeNumber,
} from '../options.ts';
import { parseTargetAddress } from '../target/open-target.ts';
import { createReplayToken } from './replay-token.ts';
import { readVerifySettings } from './verify-settings.ts';
import { createFolder, cleanUpWith, serveTestSandbox } from '../../../tests/support/fixtures.ts';
import { runCommandLine, driftingRun } from '../../../tests/support/cli/run-command-line.ts';
import type { Environment } from '../shell/environment.ts';
import { findFaults } from '../own-sandbox.ts';
import { collectOutput } from '../shell/index.ts';
import { serveCommandLine } from '../../../tests/support/cli/command-server.ts';

const serviceEnvironment = { url: undefined, key: 'a-key', noColour: false, debug: false };
/** The environment of a run against our own sandbox. */
const ownSandboxEnvironment = { ...serviceEnvironment, key: undefined };
const flags = { reach: 'behaviour' } as const;

describe('option values', () => {
  it('parses numbers', () => {
    expect([
      parseWholeNumber('0'),
      parseCount('3'),
      parsePositiveNumber('0.5'),
      parsePort('0'),
      parsePort('65535'),
    ]).toEqual([0, 3, 0.5, 0, 65_535]);
    expect([parseSeed('-2147483648'), parseSeed('2147483647')]).toEqual([
      -2_147_483_648, 2_147_483_647,
    ]);
  });

  it('parses times', () => {
    expect(['90', '90s', '1.5m', '1h', '250ms'].map(parseDuration)).toEqual([
      90_000, 90_000, 90_000, 3_600_000, 250,
    ]);
    expect(parseTimeOption('2026-03-01T12:00:00Z')).toBe(Date.UTC(2026, 2, 1, 12));
  });

  it('collects repeated and comma-separated values', () => {
    expect(parseList('write, delete', parseList('read'))).toEqual(['read', 'write', 'delete']);
  });

  it.each([
    ['a negative count', () => parseCount('-1')],
    ['a count of 0', () => parseCount('0')],
    ['a fraction instead of a whole number', () => parseWholeNumber('1.5')],
    ['a word instead of a number', () => parsePositiveNumber('fast')],
    ['an empty number', () => parsePositiveNumber('')],
    ['a seed beyond 32 bits', () => parseSeed('2147483648')],
    ['a port above 65535', () => parsePort('65536')],
    ['a duration without a number', () => parseDuration('s')],
    ['a duration of 0', () => parseDuration('0s')],
    ['an invalid date', () => parseTimeOption('2026-02-31T25:00:00Z')],
    ['a time in words', () => parseTimeOption('tomorrow')],
  ])('rejects %s', (_name, parse) => {
    expect(parse).toThrow(/takes|port/);
  });
});

describe('the address of a service', () => {
  it.each([
    'https://staging.example.com',
    'https://staging.example.com/',
    'https://staging.example.com/v2/distribution',
    'https://staging.example.com/v2/distribution/',
    ' HTTPS://staging.example.com//v2/distribution//',
  ])('gets the prefix and loses a trailing slash: "%s"', (address) => {
    expect(parseTargetAddress(address)).toBe('https://staging.example.com/v2/distribution');
  });

  it('keeps a path and a port', () => {
    expect(parseTargetAddress('http://127.0.0.1:4020/books-api/')).toBe(
      'http://127.0.0.1:4020/books-api/v2/distribution',
    );
  });

  it.each([
    ['localhost:4020', /Did you mean http:\/\/localhost:4020\?/],
    ['staging.example.com', /Did you mean https:\/\/staging.example.com\?/],
    ['ftp://host', /http:\/\/ or https:\/\//],
    ['https://host?key=1', /query/],
    ['https://host#part', /fragment/],
    ['', /http:\/\//],
  ])('is rejected: "%s"', (address, message) => {
    expect(() => parseTargetAddress(address)).toThrow(message);
  });

  it('is not printed if it contains a password', () => {
    for (const address of ['https://user:canary@host', 'user:canary@host', 'ftp://u:canary@host']) {
      expect(() => parseTargetAddress(address)).toThrow(/^(?!.*canary)/);
    }
  });
});

describe('the settings of a verification', () => {
  it('allow everything on our own sandbox, and only reading elsewhere', () => {
    expect([...readVerifySettings(undefined, flags, ownSandboxEnvironment).allow]).toEqual([
      'read',
      'write',
      'publish',
      'delete',
    ]);
    expect([...readVerifySettings('http://host', flags, serviceEnvironment).allow]).toEqual([
      'read',
    ]);
  });

  it('keep the files of the run that a replay repeats', () => {
    const replay = createReplayToken({
      requirement: 'list.walk',
      about: 'list.walk',
      sentence: '00000000',
      seed: 1,
      runs: 1,
    });
    const read = (more: object) =>
      readVerifySettings(undefined, { ...flags, ...more }, ownSandboxEnvironment).out;
    expect([read({}), read({ replay }), read({ replay, out: 'x' })]).toEqual([
      'reports',
      join('reports', 'replay'),
      'x',
    ]);
  });

  it('limit the rate for other machines only', () => {
    expect(readVerifySettings('http://host', flags, serviceEnvironment).rate).toBe(20);
    expect(readVerifySettings(undefined, flags, ownSandboxEnvironment).rate).toBeUndefined();
    expect(readVerifySettings('http://host', { ...flags, rate: 3 }, serviceEnvironment).rate).toBe(
      3,
    );
  });

  it('take address and key from the environment; an argument takes precedence', () => {
    const environment = { ...serviceEnvironment, url: 'http://there' };
    expect(readVerifySettings(undefined, flags, environment).target).toMatchObject({
      kind: 'service',
      address: 'http://there/v2/distribution',
      key: 'a-key',
    });
    expect(readVerifySettings('http://here', flags, environment).target).toMatchObject({
      address: 'http://here/v2/distribution',
    });
  });

  it('always allow reading', () => {
    const { allow } = readVerifySettings(
      'http://host',
      { ...flags, allow: ['write', 'delete'] },
      serviceEnvironment,
    );
    expect([...allow]).toEqual(['read', 'write', 'delete']);
  });

  it.each([
    ['publish without write', { allow: ['publish'] }, serviceEnvironment, /--allow write,publish/],
    ['delete without write', { allow: ['delete'] }, serviceEnvironment, /--allow write,delete/],
    ['an unknown consent', { allow: ['wriite'] }, serviceEnvironment, /Did you mean write\?/],
    [
      'a fault for a service that is not our own sandbox',
      { fault: ['x'] },
      serviceEnvironment,
      /own sandbox/,
    ],
    [
      'a service without a key',
      {},
      { ...serviceEnvironment, key: undefined },
      /DISTRIBUTION_API_KEY/,
    ],
  ])('cannot have %s', (...[, moreFlags, environment, message]) => {
    expect(() =>
      readVerifySettings('http://host', { ...flags, ...moreFlags }, environment),
    ).toThrow(message);
  });
});

const folder = createFolder();
const originalFolder = process.cwd();

async function verify(args: readonly string[], environment: Partial<Environment> = {}) {
  const quickRun = ['--only', 'path.prefix', '--min-proven', '1', '--out', folder];
  return runCommandLine(['verify', ...quickRun, ...args], { width: 400, environment });
}

describe('a run without an address', () => {
  it.each<[readonly string[], Partial<Environment>, string]>([
    [[], { urlIsEmpty: true }, 'DISTRIBUTION_URL is set but empty'],
    [['--own-sandbox'], { ci: true, urlIsEmpty: true }, 'DISTRIBUTION_URL is set but empty'],
    [[], { key: 'a-key' }, 'DISTRIBUTION_API_KEY is set, but no service is named.'],
    [[], { secondKey: 'a-key' }, 'DISTRIBUTION_SECOND_KEY is set, but no service is named.'],
    [[], { ci: true }, 'Set DISTRIBUTION_URL or add an address'],
  ])('exits with 2 with %j if the environment has %j', async (args, environment, sentence) => {
    const { code, out, err } = await verify(args, environment);
    expect([code, out, err]).toEqual([2, '', expect.stringContaining(sentence)]);
  });

  it('exits with 2 in a folder with a bookdist.yaml', async () => {
    await writeFile(join(folder, 'bookdist.yaml'), 'targets: {}\n');
    process.chdir(folder);
    onTestFinished(() => process.chdir(originalFolder));
    expect(await verify([])).toMatchObject({ code: 2, out: '' });
    expect(await verify(['--own-sandbox'])).toMatchObject({ code: 0 });
  });

  it.each<[readonly string[], Partial<Environment>]>([
    [[], {}],
    [['--own-sandbox'], { ci: true }],
    [['--clock', '2026-03-01'], { ci: true, key: 'a-key' }],
  ])('tests our own sandbox with %j and %j', async (args, environment) => {
    const { code, out } = await verify(args, environment);
    expect([code, out]).toEqual([0, expect.stringContaining('own sandbox')]);
  });
});

/** A key that bash changes unless it is quoted correctly. */
const key = 'key with $pecial "characters"';

const commands = await serveCommandLine(folder);
cleanUpWith(commands.close);

/** Runs a line in bash with the key exported, as a user would. */
async function runInBash(line: string) {
  const env = { PATH: `${folder}:/usr/bin:/bin`, HOME: folder, DISTRIBUTION_API_KEY: key };
  const child = spawn('/bin/bash', ['-c', line], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  return collectOutput(child);
}

/** Returns the text after a label of the summary. */
function findLine(label: string, output: string): string {
  return new RegExp(`^ {4}${label} +(.+)$`, 'm').exec(output)?.[1] ?? '';
}

it.each([
  ['create-content-type-400-answers-415', 'create.content-type-400'],
  ['language-filter-refused', 'list.language'],
])('prints a command that reproduces the drift of %s', async (fault, requirement) => {
  const sandbox = await serveTestSandbox({ key, faults: findFaults([fault]) });
  const args = ['verify', sandbox.url, '--only', requirement, '--allow', 'read,write'];
  const { code, out } = await runCommandLine([...args, '--runs', '1', '--out', folder], {
    width: 400,
    environment: { key },
  });
  expect(code, out).toBe(1);
  const [drift = 'no drift'] = /^✗ [\w.-]+/m.exec(out) ?? [];
  const replay = await runInBash(`${findLine('run again', out)} --out ${folder}`);
  expect(replay.code, replay.output).toBe(1);
  expect(replay.output).toContain(drift);
});

it('prints a command that reproduces a fault of our own sandbox', async () => {
  const { out } = await runCommandLine([...driftingRun, '--out', folder], { width: 400 });
  const env = 'env -u DISTRIBUTION_API_KEY';
  const replay = await runInBash(`${env} ${findLine('run again', out)} --out ${folder}`);
  expect(replay.code, replay.output).toBe(1);
  expect(replay.output).toContain('list.page-size');
});
