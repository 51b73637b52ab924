/** Reaches a gated service over real sockets: TLS of an unknown authority, a gate's header, a proxy. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openGate, type Gate } from '../../../scripts/gated/gate.ts';
import { openProxy, type LocalProxy } from '../../../scripts/gated/proxy.ts';
import { listen, stop } from '../../../scripts/servers/listen.ts';
import { serveSandbox, type ServedSandbox } from '../../sandbox/index.ts';
import { readHeaders } from './gate-headers.ts';
import { secretsInHeaders } from '../shell/secrets.ts';
import type { Environment } from '../shell/environment.ts';
import { runCommandLine } from '../scenes/run-command-line.ts';

const key = 'canary-key-0a1b2c';
const pass = 'canary-pass-3d4e5f';
const password = 'canary-word-6a7b8c';
/** No name server knows it; only the proxy does. */
const host = 'staging.invalid';

let folder = '';
let served: ServedSandbox;
let gate: Gate;
let proxy: LocalProxy;
let ca = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bookdist-line-'));
  served = await serveSandbox({ key, publicUrl: 'http://plain.invalid' });
  gate = await openGate({ host, header: ['x-gate-pass', pass], target: served.url });
  const ports: Readonly<Record<string, number>> = { [host]: gate.port };
  proxy = await openProxy(
    `robot:${password}`,
    (name) => ports[name] ?? Number(new URL(served.url).port),
  );
  ca = join(folder, 'authority.pem');
  await writeFile(ca, gate.authority);
});
afterAll(async () => {
  await proxy.close();
  await gate.close();
  await served.close();
  await rm(folder, { recursive: true });
});

async function typed(args: readonly string[], environment: Partial<Environment> = {}) {
  const result = await runCommandLine(args, { width: 100, environment: { key, ...environment } });
  // A terminal breaks lines anywhere.
  return { ...result, out: result.out.replaceAll(/(?<=\S)\n(?=\S)/g, ' ') };
}

const staging = `https://${host}`;
const few = ['--only', 'list.meta'];

async function verify(args: readonly string[], environment: Partial<Environment> = {}) {
  return typed(['verify', ...args, ...few, '--out', join(folder, 'reports')], environment);
}

const through = (): string => `http://robot:${password}@${proxy.address}`;

describe('a service behind a gateway', () => {
  it('is reached with a header, a certificate authority and a proxy, without leaking secrets', async () => {
    const line = ['--header', `X-Gate-Pass=${pass}`, '--ca', ca, '--proxy', through()];
    const { code, out, err } = await verify([staging, ...line]);
    expect([code, err]).toEqual([0, '']);
    expect(proxy.requests).toContain(`CONNECT ${host}:443`);
    const written = await Promise.all(
      (await readdir(join(folder, 'reports'), { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map(async (entry) => readFile(join(entry.parentPath, entry.name), 'utf8')),
    );
    expect(written.length).toBeGreaterThan(0);
    expect([out, ...written].join('\n')).not.toContain('canary');
  });

  it('reads headers and proxy from the environment', async () => {
    const environment = { headers: `x-gate-pass=${pass}`, proxies: { https: through() } };
    expect(await verify([staging, '--ca', ca], environment)).toMatchObject({ code: 0, err: '' });
  });

  it('connects to NO_PROXY hosts directly', async () => {
    const proxies = { https: through(), none: `elsewhere.example,.${host}` };
    const { code, out } = await verify([staging, '--ca', ca], { proxies });
    expect(code).toBe(3);
    expect(out).toContain('ENOTFOUND');
  });

  it('connects to this machine directly, despite HTTP_PROXY', async () => {
    const before = proxy.requests.length;
    const { code } = await verify([served.url], { proxies: { http: through() } });
    expect([code, proxy.requests.length]).toEqual([0, before]);
  });

  it('sends plain HTTP through a proxy to a service without TLS', async () => {
    const { code } = await verify([`http://plain.invalid`, '--proxy', through()]);
    expect(code).toBe(0);
    expect(proxy.requests).toContain('GET http://plain.invalid/v2/distribution/books?perPage=1');
  });

  it('suggests --ca for an unknown certificate authority', async () => {
    const { code, out } = await verify([staging, '--proxy', through()]);
    expect(code).toBe(3);
    expect(out).toContain('Name the file of your own authority with --ca.');
  });

  it('reports that the proxy rejects the password, without printing it', async () => {
    const wrong = through().replace(password, 'canary-wrong');
    const { code, out, err } = await verify([staging, '--proxy', wrong, '--ca', ca]);
    expect(code).toBe(3);
    expect(out).toContain('the proxy requires a user name and password (407)');
    expect(out + err).not.toContain('canary');
  });

  it('is swept through the same connection', async () => {
    const line = ['--header', `x-gate-pass=${pass}`, '--ca', ca, '--proxy', through()];
    const result = await typed(['sweep', staging, '--older-than', '1h', ...line]);
    expect(result).toMatchObject({ code: 0, out: `${staging}: 0 of 0 books removed\n` });
  });
});

describe('headers', () => {
  it('are sent to the service, never to its storage', async () => {
    const storageHeaders: string[] = [];
    const storage = createServer((request, answer) => {
      storageHeaders.push(String(request.headers['x-gate-pass']));
      answer.end();
    });
    const port = await listen(storage);
    const { openNetwork } = await import('./network.ts');
    const line = {
      headers: { 'x-gate-pass': pass },
      trustedCertificates: undefined,
      secrets: [],
      args: [],
      wait: undefined,
    };
    const proxies = { http: undefined, https: undefined, none: '' };
    const service = `http://127.0.0.1:${port}/v2/distribution`;
    const { network, close } = openNetwork({ ...line, proxy: proxies }, service);
    const { signal } = new AbortController();
    const get = { method: 'GET', headers: {}, redirect: 'manual', signal } as const;
    for (const path of ['/books', '?x', '', '-else/books']) await network(service + path, get);
    await network(`http://127.0.0.1:${port}/storage/1?signature=2`, get);
    await close();
    await stop(storage);
    expect(storageHeaders).toEqual([pass, pass, pass, 'undefined', 'undefined']);
  });

  it('come from the option first, then from bookdist.yaml, then from the environment', () => {
    const sources = {
      options: ['A=1=1'],
      target: { a: '2', b: '2' },
      environment: '\nA=3\nB=3\r\n c = 3 \n',
    };
    expect(readHeaders(sources)).toEqual({ a: '1=1', b: '2', c: '3' });
  });

  it('have their values and longer words masked', () => {
    expect(secretsInHeaders({ a: 'Bearer abcdefgh', b: 'on', c: 'session=12345678; x=1' })).toEqual(
      expect.arrayContaining(['Bearer abcdefgh', 'abcdefgh', 'session=12345678; x=1', '12345678']),
    );
    expect(secretsInHeaders({ b: 'on' })).toEqual([]);
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
    const { code, out, err } = await typed(['verify', 'https://staging.invalid', ...args]);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(sentence);
    expect(err.trim().split('\n')).toHaveLength(1);
    expect(err).not.toContain('canary');
  });

  it.each([
    [{ headers: 'x canary' }, 'DISTRIBUTION_HEADERS takes NAME=VALUE'],
    [{ proxies: { https: 'ftp://canary' } }, 'HTTPS_PROXY takes the address of a proxy'],
  ])('exits with 2 for %j in the environment', async (environment, sentence) => {
    const { code, err } = await typed(['verify', 'https://staging.invalid'], environment);
    expect(code).toBe(2);
    expect(err).toContain(sentence);
    expect(err).not.toContain('canary');
  });

  it('ignores them for our own sandbox', async () => {
    const { code, err } = await typed(['verify', '--wait', '5s']);
    expect(code).toBe(2);
    expect(err).toContain('--wait applies to the connection to a service');
  });
});

describe('waiting', () => {
  it('retries requests until the service responds, and reports it on stderr', async () => {
    let calls = 0;
    const waking = createServer((request, answer) => {
      calls += 1;
      expect(request.headers['apikey'] === undefined || calls > 2).toBe(true);
      answer.writeHead(calls < 3 ? 503 : 401).end();
    });
    const port = await listen(waking);
    const { code, out, err } = await verify([`http://127.0.0.1:${port}`, '--wait', '20s']);
    await stop(waking);
    expect(code).toBe(3);
    expect(out).toContain('refused the key');
    expect(err).toMatch(
      /^Waiting up to 20 s for http.*: a gateway responds with 503\.\nIt responded after 1\.\d s\.\n/,
    );
  });

  it('gives up in time, and reports that the service did not respond', async () => {
    const silent = createServer();
    const port = await listen(silent);
    await stop(silent);
    const { code, out, err } = await verify([`http://127.0.0.1:${port}`, '--wait', '700ms']);
    expect(code).toBe(3);
    expect(err).not.toContain('This run takes');
    expect(err).toMatch(/^Waiting up to 0\.7 s for .* refuses connections \(ECONNREFUSED\)\.\n/);
    expect(out).toContain('No response from');
  });
});
