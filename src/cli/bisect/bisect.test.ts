/** Tests the search for the first version that drifts, and the command with real processes as versions. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { runCommandLine } from '../../../tests/support/cli/run-command-line.ts';
import { createFolder, serveTestSandbox } from '../../../tests/support/fixtures.ts';
import { freePort } from '../../../tests/support/servers/server-process.ts';
import { findFirstDrift, NothingToFind, type VersionResult } from './find-first-drift.ts';
import { playUntilDecided } from './play-version.ts';

const versions = Array.from({ length: 64 }, (_, index) => `v${index + 1}`);

/** Returns a player of versions: those from `first` on drift, except that the untestable ones have no result. */
function createPlay(first: number, untestable: readonly number[] = []) {
  return async (version: string): Promise<VersionResult> => {
    const number = Number(version.slice(1));
    if (untestable.includes(number)) return { version, reason: 'it does not start' };
    return Promise.resolve({ version, drifted: number >= first ? 3 : 0, tries: 3 });
  };
}

describe('the search', () => {
  it('finds each of 64 versions in at most 8 runs', async () => {
    for (const first of versions.keys()) {
      const found = await findFirstDrift(versions, createPlay(first + 1));
      expect(found.first).toEqual([versions[first]]);
      expect(found.lastGood).toBe(versions[first - 1]);
      expect(found.results.length).toBeLessThanOrEqual(8);
    }
  });

  it('names the versions before the first drift that could not be tested', async () => {
    const found = await findFirstDrift(versions, createPlay(40, [38, 39]));
    expect(found).toMatchObject({ first: ['v38', 'v39', 'v40'], lastGood: 'v37' });
  });

  it('says that a drift is flaky, and plays it more often from then on', async () => {
    const flags: boolean[] = [];
    const found = await findFirstDrift(versions, async (version, isFlaky) => {
      flags.push(isFlaky);
      const drifted = Number(version.slice(1)) >= 21 ? 1 : 0;
      return Promise.resolve({ version, drifted, tries: 3 });
    });
    expect(found).toMatchObject({ first: ['v21'], isFlaky: true });
    expect(flags).toEqual([false, ...flags.slice(1).map(() => true)]);
  });

  it.each([
    ['does not drift', createPlay(65), 'v64, the newest version, does not drift in 3 tries'],
    ['cannot be tested', createPlay(3, [64]), 'v64 could not be tested: it does not start'],
  ])('ends if the newest version %s', async (_name, play, message) => {
    const search = findFirstDrift(versions, play);
    await expect(search).rejects.toThrow(NothingToFind);
    await expect(search).rejects.toThrow(message);
  });
});

describe('the plays', () => {
  const good: VersionResult = { version: 'v1', drifted: 0, tries: 5 };
  const silent: VersionResult = { version: 'v1', reason: 'no response showed it' };

  it.each([
    { isShown: false, results: [good, { ...good, drifted: 5 }], expected: { drifted: 5, play: 1 } },
    { isShown: true, results: [good], expected: good },
    { isShown: true, results: [silent, good], expected: good },
    { isShown: true, results: [silent, silent], expected: silent },
  ])('go on until one decides: %j', async ({ isShown, results, expected }) => {
    const left = [...results];
    const play = async () => Promise.resolve(left.shift() ?? silent);
    expect(await playUntilDecided([['--replay'], ['--only']], isShown, play)).toEqual(
      expect.objectContaining(expected),
    );
    expect(left).toEqual([]);
  });
});

describe('the command', async () => {
  const folder = createFolder();
  const report = join(folder, 'report.json');
  const server = join(folder, 'server.js');
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const environment = { key: 'sandbox-key' };
  const start = `${JSON.stringify(process.execPath)} ${server} {}`;

  /** Writes a service that forwards to a faulty sandbox from version 3 on; version 2 does not start. */
  beforeAll(async () => {
    const fault = ['--only', 'list.page-size', '--allow', 'read,write', '--seed', '1'];
    const { findFaults } = await import('../own-sandbox.ts');
    const good = await serveTestSandbox();
    const bad = await serveTestSandbox({ faults: findFaults(['page-one-too-long']) });
    await writeFile(
      server,
      `const version = Number(process.argv[2]);
       if (version === 2) { console.error('no such image'); process.exit(7); }
       const target = new URL(version >= 3 ? '${bad.url}' : '${good.url}');
       require('node:http').createServer((request, response) => {
         const options = { host: target.hostname, port: target.port, path: request.url, method: request.method, headers: request.headers };
         request.pipe(require('node:http').request(options, (answer) => {
           response.writeHead(answer.statusCode, answer.headers);
           answer.pipe(response);
         }));
       }).listen(${port}, '127.0.0.1');`,
    );
    const verify = ['verify', bad.url, ...fault, '--out', folder, '--format', 'json'];
    expect((await runCommandLine(verify, { environment })).code).toBe(1);
  });

  const bisect = async (...args: readonly string[]) =>
    runCommandLine(['bisect', report, '--url', url, '--out', join(folder, 'bisect'), ...args], {
      environment,
      width: 200,
    });

  it('starts and ends versions, and names the first that drifts', async () => {
    const range = ['--versions', '0,1 2,3,4,5', '--from', '1', '--tries', '2'];
    const { code, out, err } = await bisect('--start', start, ...range);
    expect(err).toContain('2 could not be tested: ');
    expect(err).toContain('no such image');
    expect(out).toMatch(
      /^list\.page-size first drifts in 3 or .* not be tested: 2 \(4 runs, 5 vers/,
    );
    expect(code).toBe(0);
  });

  it.each([
    [1, 0],
    [4, 1],
    [2, 125],
  ])('tests version %i alone for git bisect run, and exits with %i', async (version, code) => {
    const one = start.replace('{}', String(version));
    expect((await bisect('--start', one, '--git-run', '--tries', '1')).code).toBe(code);
  });

  it.each([
    [['--start', 'run it', '--versions', '1,2'], 2, 'contains {}'],
    [['--start', start, '--versions', '1,2', '--from', '3'], 2, '3 is not one of the versions'],
    [['--start', start, '--versions', '1,2', '--drift', 'list.walk'], 2, 'has no drift list.walk'],
    [['--start', start, '--git-run', '--drift', 'list.walk'], 128, 'has no drift list.walk'],
    [['--start', start, '--versions', '4,1', '--tries', '1'], 3, 'does not drift in 1 try'],
  ])('rejects %j', async (args, code, message) => {
    const result = await bisect(...args);
    expect([result.code, result.err]).toEqual([code, expect.stringContaining(message)]);
  });
});
