/** Tests `bookdist judge`: reports, accepted drifts, exit codes, secrets, and messages about unusable files. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { createHar, createHarEntry } from '../../../tests/support/traffic/judge-recordings.ts';
import { recordCorrectTraffic } from '../../../tests/support/traffic/correct-traffic.ts';
import type { RecordedExchange } from '../../traffic/recordings/index.ts';
import { runCommandLine, type CommandResult } from '../../../tests/support/cli/run-command-line.ts';
import { createFolder } from '../../../tests/support/fixtures.ts';

const traffic = await recordCorrectTraffic();
let folder = '';
beforeEach(() => {
  folder = createFolder();
});

/** Replaces the total of a list by a string. */
function corruptTotal(exchange: RecordedExchange): RecordedExchange {
  const { response } = exchange;
  const text = response?.text?.replace(/"total":\d+/, '"total":"none"');
  return response === undefined || text === undefined
    ? exchange
    : { ...exchange, response: { ...response, text } };
}

/** Adds the API key to an upload to storage. */
function addKeyToUpload({ request, ...rest }: RecordedExchange): RecordedExchange {
  const { apikey = '' } = traffic[0]?.request.headers ?? {};
  const headers = request.method === 'PUT' ? { ...request.headers, apikey } : request.headers;
  return { ...rest, request: { ...request, headers } };
}

async function record(exchanges: readonly RecordedExchange[], name = 'traffic.har') {
  await writeFile(
    join(folder, name),
    createHar(exchanges.map((exchange) => createHarEntry(exchange))),
  );
}

async function judge(...words: readonly string[]): Promise<CommandResult> {
  const files = words.map((word) => (word.includes('.') ? join(folder, word) : word));
  return runCommandLine(['judge', ...files, '--out', join(folder, 'out')]);
}

test('writes the same reports as a run, without the key', async () => {
  await record(traffic);
  const { code, out } = await judge('traffic.har', '--format', 'json,html,junit,har');
  expect(code).toBe(0);
  expect(out).toContain('conforms');
  const files = await readdir(join(folder, 'out'));
  const expectedFiles = ['exchanges.har', 'junit.xml', 'report.html', 'report.json'];
  expect(files).toEqual(expect.arrayContaining(expectedFiles));
  const key = traffic[0]?.request.headers['apikey'] ?? '';
  const texts = await Promise.all(
    files.map(async (name) => readFile(join(folder, 'out', name), 'utf8')),
  );
  expect(key).not.toBe('');
  expect(texts.filter((text) => text.includes(key))).toEqual([]);
});

test('proves more of a complete recording, and says so', async () => {
  await record(traffic);
  const [part, whole] = [await judge('traffic.har'), await judge('traffic.har', '--complete')];
  expect([part.err, whole.err]).toEqual([expect.stringContaining('with --complete'), '']);
  const [less = 0, more = 0] = [part, whole].map(({ out }) =>
    Number(/(\d+) of \d+ requirements met/.exec(out)?.[1]),
  );
  expect(more).toBeGreaterThan(less);
});

test('exits with 1 for a drift, and with 0 after it is accepted', async () => {
  await record(traffic.map(corruptTotal));
  const result = await judge('traffic.har', '--complete', '--format', 'json');
  expect(result).toMatchObject({ code: 1, err: '' });
  expect(result.out).toContain('list.meta');
  const known = ['--known', 'known.yaml'];
  await judge('traffic.har', '--format', 'json', ...known, '--update-known');
  const file = join(folder, 'known.yaml');
  const knownDrifts = await readFile(file, 'utf8');
  await writeFile(file, knownDrifts.replace("reason: ''", 'reason: agreed until spring'));
  expect(await judge('traffic.har', '--format', 'json', ...known)).toMatchObject({ code: 0 });
});

test('exits with 3 if too little is proven, and with 1 for callers only with --fail-on caller', async () => {
  await record(traffic.map(addKeyToUpload));
  const args = ['traffic.har', '--format', 'json'];
  expect(await judge(...args)).toMatchObject({ code: 0 });
  expect(await judge(...args, '--min-proven', '190')).toMatchObject({ code: 3 });
  expect(await judge(...args, '--fail-on', 'caller')).toMatchObject({ code: 1 });
});

test('reports what could not be judged in a file', async () => {
  const removeContent = ({ response, request, ...rest }: RecordedExchange): RecordedExchange => ({
    ...rest,
    request: { ...request, headers: {} },
    ...(response && { response: { status: response.status, headers: {} } }),
  });
  await record(traffic.map(removeContent));
  const { code, err } = await judge('traffic.har', '--format', 'json');
  expect(code).toBe(0);
  expect(err).toContain('no request has the header apikey');
  expect(err).toContain('no response has a body');
});

test.each([
  ['', 2, 'is empty'],
  ['{"level":"info","server":"service","method":"GET"}\n', 2, 'sandbox --record'],
  [createHar([]), 3, 'No call to the service'],
])('explains why %j cannot be judged', async (content, code, message) => {
  await writeFile(join(folder, 'odd.file'), content);
  const result = await judge('odd.file');
  expect(result).toMatchObject({ code });
  expect(result.err).toContain(message);
});

test('rejects files with different clocks, and names them', async () => {
  const delayedTraffic = traffic.map((exchange) => ({
    ...exchange,
    sentAt: exchange.sentAt + 3_600_000,
  }));
  const setDateHeaders = (list: readonly RecordedExchange[]) =>
    list.map((exchange) => {
      const date = new Date(traffic[0]?.sentAt ?? 0).toUTCString();
      const { response } = exchange;
      return response === undefined
        ? exchange
        : { ...exchange, response: { ...response, headers: { ...response.headers, date } } };
    });
  await record(setDateHeaders(traffic), 'a.har');
  await record(setDateHeaders(delayedTraffic), 'b.har');
  const { code, err } = await judge('a.har', 'b.har');
  expect(code).toBe(2);
  expect(err).toMatch(/clocks of \S+a\.har and \S+b\.har differ by 3600 s/);
});
