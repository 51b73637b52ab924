/** Tests targets by name in bookdist.yaml, and connections through a gateway, a certificate and a proxy. */
import { rm, writeFile, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readReport } from '../output/index.ts';
import { runCommandLine } from '../../../tests/support/cli/run-command-line.ts';
import {
  createFolder,
  serveTestSandbox,
  cleanUpWith,
  findUnusedOrigin,
  startServer,
} from '../../../tests/support/fixtures.ts';
import { openGate } from '../../../tests/support/servers/gate.ts';
import { openProxy } from '../../../tests/support/servers/gateway.ts';
import { mergeHeaders } from './gate-headers.ts';
import { openNetwork } from './network.ts';
import { findSecretsInHeaders, type Environment } from '../shell/environment.ts';

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

  it('is tested at the address of --url', async () => {
    await write('url: https://staging.invalid', 'key: STAGING_KEY', 'only: list.meta');
    const out = join(folder, 'preview');
    const { code } = await run('verify', 'staging', '--url', sandbox.url, '--out', out);
    expect(code).toBe(0);
    expect((await readReport(join(out, 'report.json'))).target.address).toContain(sandbox.url);
    const { err } = await runCommandLine(['verify', sandbox.url, '--url', sandbox.url]);
    expect(err).toContain('--url replaces the address of a target');
  });

  it.each([[['as-of: 9.9.9'], /bookdist\.yaml:5: .*as-of: --as-of 9\.9\.9 is newer/]])(
    'with a wrong value is refused with its line: %j',
    async (settings, message) => {
      await write(`url: ${sandbox.url}`, 'key: STAGING_KEY', ...settings);
      const { code, err } = await run('verify', 'staging');
      expect([code, err]).toEqual([2, expect.stringMatching(message)]);
    },
  );

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
    [
      [url, 'allow: [read, wirte]'],
      'bookdist.yaml:4: targets.staging.allow.1 takes one or more of',
    ],
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

const password = 'canary-word-6a7b8c';
/** Only the proxy can resolve this name. */
const host = 'staging.invalid';

const connectionSandbox = await serveTestSandbox({ key, publicUrl: 'http://plain.invalid' });
const gate = await openGate({
  host,
  header: ['x-gate-pass', gatePass],
  target: connectionSandbox.url,
});
cleanUpWith(gate.close);
const proxy = await openProxy(`robot:${password}`, (name) =>
  name === host ? gate.port : Number(new URL(connectionSandbox.url).port),
);
cleanUpWith(proxy.close);
const ca = join(folder, 'authority.pem');
await writeFile(ca, gate.authority);

async function runConnection(args: readonly string[], environment: Partial<Environment> = {}) {
  const result = await runCommandLine(args, { width: 100, environment: { key, ...environment } });
  // A terminal breaks lines anywhere.
  return { ...result, out: result.out.replaceAll(/(?<=\S)\n(?=\S)/g, ' ') };
}

const stagingUrl = `https://${host}`;
const quickRun = ['--only', 'path.prefix'];

async function verify(args: readonly string[], environment: Partial<Environment> = {}) {
  return runConnection(
    ['verify', ...args, ...quickRun, '--out', join(folder, 'reports')],
    environment,
  );
}

const proxyUrl = `http://robot:${password}@${proxy.address}`;
const connectionArgs = ['--header', `X-Gate-Pass=${gatePass}`, '--ca', ca, '--proxy', proxyUrl];

describe('a service behind a gateway', () => {
  it('is reached with a header, a certificate authority and a proxy, without leaking secrets', async () => {
    const { code, out, err } = await verify([stagingUrl, ...connectionArgs]);
    expect([code, err]).toEqual([0, '']);
    expect(proxy.requests).toContain(`CONNECT ${host}:443`);
    const reportTexts = await Promise.all(
      (await readdir(join(folder, 'reports'), { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map(async (entry) => readFile(join(entry.parentPath, entry.name), 'utf8')),
    );
    expect(reportTexts.length).toBeGreaterThan(0);
    expect([out, ...reportTexts].join('\n')).not.toContain('canary');
  });

  it('reads headers and proxy from the environment', async () => {
    const environment = { headers: `x-gate-pass=${gatePass}`, proxies: { https: proxyUrl } };
    expect(await verify([stagingUrl, '--ca', ca], environment)).toMatchObject({ code: 0, err: '' });
  });

  it('bypasses the proxy for NO_PROXY hosts', async () => {
    const proxies = { https: proxyUrl, none: `elsewhere.example,.${host}` };
    const { code, out } = await verify([stagingUrl, '--ca', ca], { proxies });
    expect(code).toBe(3);
    expect(out).toContain('ENOTFOUND');
  });

  it('connects to this machine directly, despite HTTP_PROXY', async () => {
    const requestCount = proxy.requests.length;
    const { code } = await verify([connectionSandbox.url], { proxies: { http: proxyUrl } });
    expect([code, proxy.requests.length]).toEqual([0, requestCount]);
  });

  it('sends plain HTTP through a proxy to a service without TLS', async () => {
    const { code } = await verify([`http://plain.invalid`, '--proxy', proxyUrl]);
    expect(code).toBe(0);
    expect(proxy.requests).toContain('GET http://plain.invalid/v2/distribution/books?perPage=1');
  });

  it('suggests --ca for an unknown certificate authority', async () => {
    const { code, out } = await verify([stagingUrl, '--proxy', proxyUrl]);
    expect(code).toBe(3);
    expect(out).toContain('Name the file of your own authority with --ca.');
  });

  it('reports that the proxy rejects the password, without printing it', async () => {
    const wrongProxy = proxyUrl.replace(password, 'canary-wrong');
    const { code, out, err } = await verify([stagingUrl, '--proxy', wrongProxy, '--ca', ca]);
    expect(code).toBe(3);
    expect(out).toContain('the proxy requires a user name and password (407)');
    expect(out + err).not.toContain('canary');
  });

  it('is reached by sweep with the same options', async () => {
    const result = await runConnection([
      'sweep',
      stagingUrl,
      '--older-than',
      '1h',
      ...connectionArgs,
    ]);
    expect(result).toMatchObject({ code: 0, out: `${stagingUrl}: 0 of 0 books removed\n` });
  });
});

describe('headers', () => {
  it('are sent to the service, never to its storage', async () => {
    const receivedHeaders: string[] = [];
    const origin = await startServer((request, response) => {
      receivedHeaders.push(String(request.headers['x-gate-pass']));
      response.end();
    });
    const connection = {
      headers: { 'x-gate-pass': gatePass },
      trustedCertificates: undefined,
      secrets: [],
      args: [],
      wait: undefined,
    };
    const proxies = { http: undefined, https: undefined, none: '' };
    const service = `${origin}/v2/distribution`;
    const { network, close } = openNetwork({ ...connection, proxy: proxies }, service);
    const { signal } = new AbortController();
    const request = { method: 'GET', headers: {}, redirect: 'manual', signal } as const;
    for (const path of ['/books', '?x', '', '-else/books']) await network(service + path, request);
    await network(`${origin}/storage/1?signature=2`, request);
    await close();
    expect(receivedHeaders).toEqual([gatePass, gatePass, gatePass, 'undefined', 'undefined']);
  });

  it('come from the option first, then from bookdist.yaml, then from the environment', () => {
    const target = { words: [], headers: { a: '2', b: '2' }, locate: () => '' };
    const environment = { target, headers: '\nA=3\nB=3\r\n c = 3 \n' };
    expect(mergeHeaders(['A=1=1'], environment)).toEqual({ a: '1=1', b: '2', c: '3' });
  });

  it('are secret: values and longer words are masked, short values are not', () => {
    expect(
      findSecretsInHeaders({ a: 'Bearer abcdefgh', b: 'on', c: 'session=12345678; x=1' }),
    ).toEqual(
      expect.arrayContaining(['Bearer abcdefgh', 'abcdefgh', 'session=12345678; x=1', '12345678']),
    );
    expect(findSecretsInHeaders({ b: 'on' })).toEqual([]);
  });
});

describe('wrong values', () => {
  it.each([
    [['--header', 'canary-alone'], '--header takes NAME=VALUE'],
    [['--header', '=canary'], '--header takes NAME=VALUE'],
    [['--header', 'a b=canary'], 'The name of a header takes only letters, digits and hyphens.'],
    [['--header', 'ApiKey=canary'], 'A header cannot replace the key: set DISTRIBUTION_API_KEY.'],
    [['--header', 'Content-Type=canary'], 'content-type differs for each request'],
    [['--header', 'Proxy-Authorization=canary'], 'of a proxy into its address'],
    [['--header', 'x-pass='], 'The header x-pass has no value.'],
    [['--header', 'x-pass=canary\u20ac'], 'contains a character that HTTP does not allow'],
    [['--header', 'x=canary-1', '--header', 'X=canary-2'], 'The header x is given twice.'],
    [['--ca', 'nowhere.pem'], '--ca nowhere.pem cannot be read.'],
    [['--ca', 'package.json'], '--ca package.json contains no certificate in PEM'],
    [['--proxy', 'ftp://a:canary@b'], '--proxy takes the address of a proxy such as http://'],
    [['--proxy', 'http://'], '--proxy takes the address of a proxy such as http://'],
    [['--wait', 'long'], 'It takes a time such as 90s'],
  ])('exits with 2 for %j, without printing a secret', async (args, sentence) => {
    const { code, out, err } = await runConnection(['verify', 'https://staging.invalid', ...args]);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(sentence);
    expect(err.trim().split('\n')).toHaveLength(1);
    expect(err).not.toContain('canary');
  });

  it.each([
    [{ headers: 'x canary' }, 'DISTRIBUTION_HEADERS takes NAME=VALUE'],
    [{ proxies: { https: 'ftp://canary' } }, 'HTTPS_PROXY takes the address of a proxy'],
  ])('exits with 2 for %j in the environment', async (environment, sentence) => {
    const { code, err } = await runConnection(['verify', 'https://staging.invalid'], environment);
    expect(code).toBe(2);
    expect(err).toContain(sentence);
    expect(err).not.toContain('canary');
  });

  it('exits with 2 for a connection option without an address', async () => {
    const { code, err } = await runConnection(['verify', '--wait', '5s']);
    expect(code).toBe(2);
    expect(err).toContain('--wait applies to the connection to a service');
  });
});

describe('waiting', () => {
  it('retries requests until the service responds, and reports it on stderr', async () => {
    let calls = 0;
    const origin = await startServer((request, response) => {
      calls += 1;
      expect(request.headers['apikey'] === undefined || calls > 2).toBe(true);
      response.writeHead(calls < 3 ? 503 : 401).end();
    });
    const { code, out, err } = await verify([origin, '--wait', '20s']);
    expect(code).toBe(3);
    expect(out).toContain('refused the key');
    expect(err).toMatch(
      /^Waiting up to 20 s for http.*: a gateway responds with 503\.\nIt responded after [\d.]+ s\.\n/,
    );
  });

  it('exits with 3 after the time is over, and reports that the service did not respond', async () => {
    const { code, out, err } = await verify([await findUnusedOrigin(), '--wait', '700ms']);
    expect(code).toBe(3);
    expect(err).not.toContain('This run takes');
    expect(err).toMatch(/^Waiting up to 0\.7 s for .* refuses connections \(ECONNREFUSED\)\.\n/);
    expect(out).toContain('No response from');
  });
});
