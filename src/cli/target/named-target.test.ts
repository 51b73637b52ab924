/** Tests targets by name: the settings of bookdist.yaml, their precedence, and messages about mistakes. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readReport } from '../output/index.ts';
import { findFaults } from '../own-sandbox.ts';
import { runCommandLine } from '../../../tests/support/cli/run-command-line.ts';
import { createFolder, serveTestSandbox } from '../../../tests/support/fixtures.ts';

const key = 'canary-key-0a1b2c';
const gatePass = 'canary-pass-3d4e5f';
const folder = createFolder();
const file = join(folder, 'bookdist.yaml');
const sandbox = await serveTestSandbox({ key });

const variables: Readonly<Record<string, string>> = { STAGING_KEY: key, GATE_PASS: gatePass };

async function run(...args: readonly string[]) {
  const environment = { variable: (name: string) => variables[name] };
  return runCommandLine([...args, '--config', file], { width: 300, environment });
}

async function write(...settings: readonly string[]): Promise<void> {
  const lines = settings.map((line) => `    ${line}`);
  await writeFile(file, ['targets:', '  staging:', ...lines, ''].join('\n'));
}

describe('a target in bookdist.yaml', () => {
  it('supplies address, key and options; the command line takes precedence', async () => {
    await write(
      `url: ${sandbox.url}`,
      'key: STAGING_KEY',
      'headers: { X-Gate-Pass: GATE_PASS }',
      'allow: [read, write]',
      'only: list.meta',
      `out: ${join(folder, 'out')}`,
      'seed: 4',
      'rate: 500',
      'bail: false',
    );
    const { code, out, err } = await run('verify', 'staging', '--seed', '7');
    expect([code, err]).toEqual([0, '']);
    const report = await readReport(join(folder, 'out/report.json'));
    expect(report).toMatchObject({
      run: { seed: 7, only: 'list.meta', allow: ['read', 'write'] },
    });
    expect(out + JSON.stringify(report)).not.toContain('canary');
  });

  it('supplies the settings of sweep', async () => {
    await write(`url: ${sandbox.url}`, 'key: STAGING_KEY', 'allow: read', 'rate: 500');
    const { code, out } = await run('sweep', '--target', 'staging', '--older-than', '1h');
    expect([code, out]).toEqual([0, `${sandbox.url}: 0 of 0 books removed\n`]);
  });
});

describe('a key that the service refuses', () => {
  const wrongKeys = { STAGING_KEY: 'canary-wrong', SECOND_KEY: 'canary-second' };
  const targetArgs = ['staging', '--config'] as const;
  it.each<[readonly string[], readonly string[], RegExp]>([
    [['verify'], ['key: STAGING_KEY'], /Set STAGING_KEY to a valid one/],
    [['doctor'], ['key: STAGING_KEY'], /Set STAGING_KEY to a valid one/],
    [['sweep', '--older-than', '1h', '--target'], ['key: STAGING_KEY'], /Set STAGING_KEY/],
    [
      ['verify', '--only', 'list.meta'],
      ['key: GOOD_KEY', 'second-key: SECOND_KEY'],
      /Set SECOND_KEY to a valid key of another account/,
    ],
  ])('is reported with the name of its variable: %j with %j', async (args, settings, sentence) => {
    await write(`url: ${sandbox.url}`, `out: ${join(folder, 'out')}`, ...settings);
    const values: Readonly<Record<string, string>> = { ...wrongKeys, GOOD_KEY: key };
    const environment = { variable: (name: string) => values[name] };
    const commandLine = [...args, ...targetArgs, file];
    const { code, out, err } = await runCommandLine(commandLine, { width: 300, environment });
    expect([code, out + err]).toEqual([3, expect.stringMatching(sentence)]);
    expect(out + err).not.toMatch(/DISTRIBUTION_|canary/);
  });

  it('is the variable in the curl command of a drift', async () => {
    const faults = findFaults(['page-one-too-long']);
    const faultySandbox = await serveTestSandbox({ key, faults });
    await write(`url: ${faultySandbox.url}`, 'key: STAGING_KEY', `out: ${join(folder, 'out')}`);
    const { out } = await run('verify', 'staging', '--only', 'list.page-size', '--allow', 'write');
    expect(out).toMatch(/curl .*"apikey: \$STAGING_KEY"/);
  });
});

describe('a mistake in bookdist.yaml', () => {
  const url = 'url: https://staging.invalid';
  it.each([
    [
      [url, 'alow: read'],
      'bookdist.yaml:4: targets.staging.alow is not known here. Did you mean allow?',
    ],
    [['allow: read'], 'bookdist.yaml:3: targets.staging lacks "url".'],
    [
      [url, 'key: canary-key-itself'],
      'targets.staging.key takes the name of the environment variable',
    ],
    [
      [url, 'headers: { x-pass: "canary itself" }'],
      'targets.staging.headers.x-pass takes the name of',
    ],
    [[url, 'key: NOT_SET'], 'targets.staging.key names the variable NOT_SET, which is not set.'],
    [
      [url, 'rate: fast', 'key: STAGING_KEY'],
      'bookdist.yaml:4: targets.staging.rate: It takes a number above 0.',
    ],
    [[url, 'bail: 1'], 'targets.staging.bail takes true or false'],
    [[url, 'reach: far'], 'targets.staging.reach takes one of shape, behaviour.'],
    [[url, 'header: x=canary'], 'targets.staging.header is not known here. Did you mean headers?'],
    [['url: staging'], 'targets.staging.url takes the address of a service'],
    [[url, 'rate: [1'], 'bookdist.yaml:5: not valid YAML'],
  ])('exits with 2 and names the wrong setting: %j', async (settings, sentence) => {
    await write(...settings);
    const { code, out, err } = await run('verify', 'staging');
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(sentence);
    expect(err).not.toContain('canary');
  });

  it.each([
    [['verify', 'stagin'], 'bookdist.yaml has no target "stagin". Did you mean staging?'],
    [['verify', 'production'], 'has no target "production". Its targets: staging.'],
    [['verify'], 'bookdist.yaml: choose a target: staging.'],
    [['verify', 'https://a.example'], '--config needs the name of a target'],
    [['sweep', '--older-than', '1h'], 'bookdist.yaml: choose a target: staging.'],
  ])('exits with 2 for a wrong name: %j', async (args, sentence) => {
    await write(url);
    const { code, err } = await run(...args);
    expect(code).toBe(2);
    expect(err).toContain(sentence);
  });

  it('exits with 2 if the file does not exist', async () => {
    await rm(file, { force: true });
    const { code, err } = await run('verify', 'staging');
    expect([code, err.includes('bookdist.yaml does not exist.')]).toEqual([2, true]);
  });
});
