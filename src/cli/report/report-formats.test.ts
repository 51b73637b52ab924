/** Tests the files of a run and its output for GitHub, and that no secret is in any of them. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isObject } from '../../contract/json-pointer.ts';
import { serveSandbox, type ServedSandbox } from '../../sandbox/index.ts';
import type { Environment } from '../shell/environment.ts';
import { runCommandLine, type CommandResult } from '../scenes/run-command-line.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bookdist-formats-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

async function runBookdist(args: readonly string[], environment: Partial<Environment> = {}) {
  return runCommandLine(args, { environment });
}

async function verify(
  args: readonly string[],
  environment: Partial<Environment> = {},
): Promise<CommandResult> {
  return runBookdist(['verify', ...args, '--out', folder], environment);
}

const driftingRun = [
  '--only',
  'isbn.valid-on-create',
  '--runs',
  '2',
  '--fault',
  'isbn-checksum-ignored',
];

describe('the files of a run', () => {
  it('writes every format by default', async () => {
    await verify(driftingRun);
    const files = await readdir(folder);
    const otherFiles = ['badge.json', 'exchanges.har', 'junit.xml', 'report.html', 'summary.md'];
    expect(files).toEqual(expect.arrayContaining([...otherFiles, 'report.json']));
    const report: unknown = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8'));
    const archive = await readFile(join(folder, 'exchanges.har'), 'utf8');
    expect(archive.match(/"startedDateTime"/g)?.length).toBe(readRequestCount(report));
  });

  it('writes a report that matches its published schema', async () => {
    await verify(driftingRun);
    const schema = new URL('../../report/record/report.schema.json', import.meta.url);
    const ajv = new Ajv2020({ allErrors: true, strict: true });
    const validate = ajv.compile(Object(JSON.parse(await readFile(schema, 'utf8'))));
    validate(JSON.parse(await readFile(join(folder, 'report.json'), 'utf8')));
    expect(validate.errors).toBeNull();
  });

  it('writes only the formats of --format, and rejects an unknown one', async () => {
    const { out } = await verify([...driftingRun, '--format', 'junit,badge']);
    const files = await readdir(folder);
    expect(files).toEqual(expect.arrayContaining(['badge.json', 'junit.xml']));
    expect(files).not.toEqual(expect.arrayContaining(['report.json']));
    expect(out).toContain('junit.xml');
    const misspelled = await verify([...driftingRun, '--format', 'junti']);
    expect([misspelled.code, misspelled.err]).toEqual([
      2,
      expect.stringContaining('Did you mean junit?'),
    ]);
  });

  it('converts a report to other formats', async () => {
    const { code } = await verify([...driftingRun, '--format', 'json']);
    const file = join(folder, 'report.json');
    const conversion = await runBookdist([
      'report',
      'convert',
      file,
      '--format',
      'markdown,github',
    ]);
    expect(conversion.code).toBe(code);
    expect(await readFile(join(folder, 'summary.md'), 'utf8')).toContain('isbn.valid-on-create');
    expect(conversion.out).toMatch(/^::error title=/m);
  });
});

function readRequestCount(report: unknown): number {
  const run = isObject(report) ? report['run'] : undefined;
  return isObject(run) ? Number(run['requests']) : Number.NaN;
}

describe('GitHub', () => {
  it('writes drifts as annotations and into the job summary, unless --format leaves github out', async () => {
    const stepSummary = join(folder, 'job.md');
    const { out } = await verify([...driftingRun, '--format', 'json'], { github: { stepSummary } });
    expect(out).not.toContain('::error');
    const result = await verify(driftingRun, { github: { stepSummary } });
    const [, word] = /^::stop-commands::(\S+)$/m.exec(result.out) ?? [];
    expect(result.out).toMatch(new RegExp(`^::${word}::\n::error title=`, 'm'));
    expect(await readFile(stepSummary, 'utf8')).toMatch(/^## ❌ Drift: \d new/);
  });
});

describe('a service that repeats every secret it sees', () => {
  const key = 'canary-key/+9f8e7d "q"';
  const signature = 'canarysig1a2b3c4d';
  let sandbox: ServedSandbox;
  let leakyServer: Server;
  let address = '';

  beforeAll(async () => {
    sandbox = await serveSandbox({ key });
    leakyServer = createServer((request, response) => {
      respondWithSecrets(request, sandbox.url)
        .then(({ status, headers, text }) => response.writeHead(status, headers).end(text))
        .catch(() => response.destroy());
    });
    leakyServer.listen(0, '127.0.0.1');
    await once(leakyServer, 'listening');
    const serverAddress = leakyServer.address();
    address = typeof serverAddress === 'object' ? `http://127.0.0.1:${serverAddress?.port}` : '';
  });
  afterAll(async () => {
    leakyServer.close();
    leakyServer.closeAllConnections();
    await sandbox.close();
  });

  /** Forwards a request; adds the key and a signed URL to body and headers, and changes 404 to 400 to cause drift. */
  async function respondWithSecrets(request: IncomingMessage, sandboxUrl: string) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const { apikey, 'content-type': type } = request.headers;
    const response = await fetch(new URL(request.url ?? '/', sandboxUrl), {
      method: request.method ?? 'GET',
      headers: {
        ...(typeof apikey === 'string' && { apikey }),
        ...(type !== undefined && { 'content-type': type }),
      },
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    });
    const signedUrl = `https://store.invalid/put/1?X-Signature=${signature}`;
    const secretFields = {
      said: `${String(apikey)} ${signedUrl}`,
      // Storage may put the signature into the path, so the whole value of a property named `url` is secret.
      url: `https://store.invalid/${signature}/1`,
      [`k-${String(apikey)}`]: 1,
    };
    const text = await response.text();
    const body: unknown = text.startsWith('{') ? JSON.parse(text) : { message: text };
    const leakyBody = JSON.stringify({ ...Object(body), ...secretFields }).replaceAll(
      '"title":"',
      `"title":"${JSON.stringify(secretFields.said).slice(1, -1)} `,
    );
    const status = response.status === 404 ? 400 : response.status;
    const headers = {
      'content-type': 'application/json',
      location: signedUrl,
      'x-said': encodeURIComponent(String(apikey)),
      server: Buffer.from(String(apikey)).toString('base64'),
    };
    return { status, headers, text: response.status === 204 ? '' : leakyBody };
  }

  it.each([[[]], [['--no-bodies']]])(
    'leaks none of them into files or output, with %j',
    async (options) => {
      const bounds = ['--runs', '2', '--max-requests', '250', '--max-time', '8s', '--rate', '1000'];
      const args = [address, '--allow', 'read,write', '--only', 'upload', ...bounds];
      const github = { stepSummary: join(folder, 'job.md') };
      const { out, err } = await verify([...args, ...options], { key, github });
      const files = await readdir(folder, { recursive: true, withFileTypes: true });
      const texts = await Promise.all(
        files
          .filter((file) => file.isFile())
          .map(
            async (file) =>
              [file.name, await readFile(join(file.parentPath, file.name), 'utf8')] as const,
          ),
      );
      expect(texts.length).toBeGreaterThan(6);
      expect(out).toContain('DRIFT');
      const keyForms = [key, encodeURIComponent(key), JSON.stringify(key).slice(1, -1)];
      const secrets = [...keyForms, Buffer.from(key).toString('base64'), signature];
      for (const [name, text] of [...texts, ['stdout', out], ['stderr', err]] as const) {
        for (const secret of secrets)
          expect(text.includes(secret), `${secret} in ${name}`).toBe(false);
        if (options.length > 0)
          expect(text.includes('A book made by a conformance run'), name).toBe(false);
      }
    },
  );
});

describe('a report of format 1', () => {
  it('can still be shown', async () => {
    await verify(driftingRun);
    const file = join(folder, 'report.json');
    const text = await readFile(file, 'utf8');
    // Format 1 has neither the evidence of the monitor nor situations.
    const oldReport: unknown = JSON.parse(text, (name, value: unknown) =>
      name === 'evidence' || name === 'situations' ? undefined : value,
    );
    await writeFile(file, JSON.stringify({ ...Object(oldReport), format: 'bookdist-report/1' }));
    const result = await runBookdist(['report', 'show', file]);
    expect(result).toMatchObject({ code: 1, err: '' });
    expect(result.out).toContain('isbn.valid-on-create');
  });
});
