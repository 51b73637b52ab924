/** Tests the files of a run, that none contains a secret, and that `report check` notices every changed byte. */
import { readdir, readFile, writeFile, cp } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it, beforeAll } from 'vitest';
import { readReport } from '../output/index.ts';
import type { Environment } from '../shell/environment.ts';
import { createFolder, serveTestSandbox, startServer } from '../../../tests/support/fixtures.ts';
import { driftingRun, runCommandLine } from '../../../tests/support/cli/run-command-line.ts';
import { listChecksums } from './bundle.ts';

/** Runs a command that writes into a new folder. */
async function runInto(args: readonly string[], environment: Partial<Environment> = {}) {
  const folder = createFolder();
  const result = await runCommandLine([...args, '--out', folder], { environment });
  const read = async (name: string) => readFile(join(folder, name), 'utf8');
  return { ...result, folder, read, files: await readdir(folder) };
}

const jobSummary = join(createFolder(), 'job.md');
const github = { stepSummary: jobSummary };
const drifting = await runInto(driftingRun, { github });
const reportFile = join(drifting.folder, 'report.json');

describe('the files of a run', () => {
  it('have every format by default', async () => {
    expect(drifting.files).toEqual(
      expect.arrayContaining([
        'badge.json',
        'exchanges.har',
        'junit.xml',
        'report.html',
        'report.json',
        'summary.md',
      ]),
    );
    const { run } = await readReport(reportFile);
    const archive = await drifting.read('exchanges.har');
    expect(archive.match(/"startedDateTime"/g)?.length).toBe(run.requests);
  });

  it('have a report that matches its published schema', async () => {
    const schema = new URL('../../generated/report.schema.json', import.meta.url);
    const ajv = new Ajv2020({ allErrors: true, strict: true });
    const validate = ajv.compile(Object(JSON.parse(await readFile(schema, 'utf8'))));
    validate(JSON.parse(await drifting.read('report.json')));
    expect(validate.errors).toBeNull();
  });

  it('have only the formats of --format, and an unknown one is rejected', async () => {
    const { out, files } = await runInto(['verify', '--only', 'path.prefix', '--format', 'junit']);
    expect(files).toContain('junit.xml');
    expect(files).not.toContain('report.json');
    expect(out).toContain('junit.xml');
    const { code, err } = await runInto([...driftingRun, '--format', 'junti']);
    expect([code, err]).toEqual([2, expect.stringContaining('Did you mean junit?')]);
  });

  it('can be converted from a report', async () => {
    const conversion = ['report', 'convert', reportFile, '--format', 'markdown,github'];
    const { code, out } = await runCommandLine(conversion);
    expect(code).toBe(drifting.code);
    expect(await drifting.read('summary.md')).toContain('list.page-size');
    expect(out).toMatch(/^::error title=/m);
  });
});

it('writes drifts for GitHub as annotations and into the job summary, unless --format leaves github out', async () => {
  const [, word] = /^::stop-commands::(\S+)$/m.exec(drifting.out) ?? [];
  expect(drifting.out).toMatch(new RegExp(`^::${word}::\n::error title=`, 'm'));
  expect(await readFile(jobSummary, 'utf8')).toMatch(
    /^## ❌ Drift: \d of \d+ requirements? broken/,
  );
  const { out } = await runInto([...driftingRun, '--format', 'json'], { github });
  expect(out).not.toContain('::error');
});

describe('a service that repeats every secret it sees', async () => {
  const key = 'canary-key/+9f8e7d "q"';
  const signature = 'canarysig1a2b3c4d';
  const sandbox = await serveTestSandbox({ key });
  const address = await startServer((request, response) => {
    respondWithSecrets(request)
      .then(({ status, headers, text }) => response.writeHead(status, headers).end(text))
      .catch(() => response.destroy());
  });

  /** Forwards a request; adds the key and a signed URL to body and headers, and changes 404 to 400 to cause drift. */
  async function respondWithSecrets(request: IncomingMessage) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const { apikey, 'content-type': type } = request.headers;
    const response = await fetch(new URL(request.url ?? '/', sandbox.url), {
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
      const bounds = ['--runs', '2', '--max-requests', '150', '--rate', '1000'];
      const args = ['verify', address, '--allow', 'read,write', '--only', 'upload', ...bounds];
      const { out, err, files, read } = await runInto([...args, ...options], { key, github });
      const names = files.filter((name) => name.includes('.'));
      const texts = await Promise.all(names.map(async (name) => [name, await read(name)] as const));
      const job = await readFile(jobSummary, 'utf8');
      expect(texts.length).toBeGreaterThan(5);
      expect(out).toContain('DRIFT');
      const keyForms = [key, encodeURIComponent(key), JSON.stringify(key).slice(1, -1)];
      const secrets = [...keyForms, Buffer.from(key).toString('base64'), signature];
      for (const [name, text] of [...texts, ['job', job], ['stdout', out], ['stderr', err]]) {
        for (const secret of secrets)
          expect(text?.includes(secret), `${secret} in ${name}`).toBe(false);
        if (options.length > 0)
          expect(text?.includes('A book made by a conformance run'), name).toBe(false);
      }
    },
  );
});

const folder = createFolder();
const bundle = join(folder, 'bundle');
const check = async (path: string) => runCommandLine(['report', 'check', path]);

beforeAll(async () => {
  const run = join(folder, 'run');
  expect((await runCommandLine([...driftingRun, '--out', run])).out).toContain('DRIFT');
  const packing = await runCommandLine(['report', 'bundle', run, '--out', bundle]);
  expect(packing.code).toBe(0);
});

async function copyWithChange(file: string, change: (bytes: Buffer) => Buffer): Promise<string> {
  const copy = createFolder();
  await cp(bundle, copy, { recursive: true });
  await writeFile(join(copy, file), change(await readFile(join(copy, file))));
  return copy;
}

it('derives equal verdicts again', async () => {
  const { code, out } = await check(bundle);
  expect(out).toMatch(
    /[1-9]\d* exchanges, [1-9]\d* verdicts, \d+ drifts\. Derived again, all equal\./,
  );
  expect(code).toBe(0);
});

it('rejects a bundle with one changed byte in any file, and names the file unless it is SHA256SUMS', async () => {
  for (const file of await readdir(bundle)) {
    const copy = await copyWithChange(file, (bytes) => {
      const position = Math.floor(bytes.length / 2);
      bytes[position] = (bytes[position] ?? 0) ^ 1;
      return bytes;
    });
    const { code, err } = await check(copy);
    expect([file, code]).toEqual([file, 1]);
    if (file !== 'SHA256SUMS') expect(err).toContain(`${file} has changed.`);
  }
});

it('rejects verdicts that the exchanges do not support, even with correct checksums', async () => {
  const copy = await copyWithChange('verdicts.json', (bytes) =>
    Buffer.from(bytes.toString('utf8').replace(/: "conforms"/, ': "drifts"')),
  );
  await writeFile(join(copy, 'SHA256SUMS'), await listChecksums(copy));
  const { code, err } = await check(copy);
  expect(code).toBe(1);
  expect(err).toContain('the bundle says "drifts", the exchanges show conforms.');
});

it('has an in-toto statement about its files, and rejects one that says something else', async () => {
  const text = await readFile(join(bundle, 'statement.json'), 'utf8');
  const statement: unknown = JSON.parse(text);
  expect(statement).toMatchObject({
    _type: 'https://in-toto.io/Statement/v1',
    predicate: { result: 'FAILED' },
  });
  expect(text).toMatch(/"failedTests": \[\s*"list\.page-size"/);
  const sums = await readFile(join(bundle, 'SHA256SUMS'), 'utf8');
  for (const [, name, sha256] of text.matchAll(
    /"name": "(.+)",\s*"digest": \{\s*"sha256": "(.+)"/g,
  ))
    expect(sums).toContain(`${sha256}  ${name}\n`);
  const copy = await copyWithChange('statement.json', (bytes) =>
    Buffer.from(bytes.toString('utf8').replace('FAILED', 'PASSED')),
  );
  await writeFile(join(copy, 'SHA256SUMS'), await listChecksums(copy));
  expect((await check(copy)).err).toContain('statement.json does not describe');
});

it('rejects a folder that is not a bundle', async () => {
  const { code, err } = await check(tmpdir());
  expect([code, err]).toEqual([2, expect.stringContaining('is not a bundle')]);
});
