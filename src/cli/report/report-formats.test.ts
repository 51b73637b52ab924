/** Tests the reports that a user gets: the files, the output for GitHub, and that no secret is in any of them. */
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

async function typed(args: readonly string[], environment: Partial<Environment> = {}) {
  return runCommandLine(args, { environment });
}

async function verify(
  args: readonly string[],
  environment: Partial<Environment> = {},
): Promise<CommandResult> {
  return typed(['verify', ...args, '--out', folder], environment);
}

const aMinute = 60_000;
const drifting = [
  '--only',
  'isbn.valid-on-create',
  '--runs',
  '2',
  '--fault',
  'isbn-checksum-ignored',
];

describe('the files of a run', { timeout: aMinute }, () => {
  it('writes every format by default', async () => {
    await verify(drifting);
    const files = await readdir(folder);
    const forms = ['badge.json', 'exchanges.har', 'junit.xml', 'report.html', 'summary.md'];
    expect(files).toEqual(expect.arrayContaining([...forms, 'report.json']));
    const report: unknown = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8'));
    const archive = await readFile(join(folder, 'exchanges.har'), 'utf8');
    expect(archive.match(/"startedDateTime"/g)?.length).toBe(requestsOf(report));
  });

  it('writes a report that matches its published schema', async () => {
    await verify(drifting);
    const schema = new URL('../../report/record/report.schema.json', import.meta.url);
    const ajv = new Ajv2020({ allErrors: true, strict: true });
    const validate = ajv.compile(Object(JSON.parse(await readFile(schema, 'utf8'))));
    validate(JSON.parse(await readFile(join(folder, 'report.json'), 'utf8')));
    expect(validate.errors).toBeNull();
  });

  it('writes only the formats of --format', async () => {
    const { out } = await verify([...drifting, '--format', 'junit,badge']);
    const files = await readdir(folder);
    expect(files).toEqual(expect.arrayContaining(['badge.json', 'junit.xml']));
    expect(files).not.toEqual(expect.arrayContaining(['report.json']));
    expect(out).toContain('junit.xml');
    const slip = await verify([...drifting, '--format', 'junti']);
    expect([slip.code, slip.err]).toEqual([2, expect.stringContaining('Did you mean junit?')]);
  });

  it('converts a report to other formats', async () => {
    const { code } = await verify([...drifting, '--format', 'json']);
    const file = join(folder, 'report.json');
    const later = await typed(['report', 'convert', file, '--format', 'markdown,github']);
    expect(later.code).toBe(code);
    expect(await readFile(join(folder, 'summary.md'), 'utf8')).toContain('isbn.valid-on-create');
    expect(later.out).toMatch(/^::error title=/m);
  });
});

function requestsOf(report: unknown): number {
  const run = isObject(report) ? report['run'] : undefined;
  return isObject(run) ? Number(run['requests']) : Number.NaN;
}

describe('GitHub', { timeout: aMinute }, () => {
  it('writes drifts as annotations and into the job summary', async () => {
    const stepSummary = join(folder, 'job.md');
    const { out } = await verify([...drifting, '--format', 'json'], { github: { stepSummary } });
    expect(out).not.toContain('::error');
    const result = await verify(drifting, { github: { stepSummary } });
    const [, word] = /^::stop-commands::(\S+)$/m.exec(result.out) ?? [];
    expect(result.out).toMatch(new RegExp(`^::${word}::\n::error title=`, 'm'));
    expect(await readFile(stepSummary, 'utf8')).toMatch(/^## ❌ Drift: \d new/);
  });
});

describe('a service that repeats every secret it sees', { timeout: aMinute }, () => {
  const key = 'canary-key/+9f8e7d "q"';
  const signature = 'canarysig1a2b3c4d';
  let sandbox: ServedSandbox;
  let gossip: Server;
  let address = '';

  beforeAll(async () => {
    sandbox = await serveSandbox({ key });
    gossip = createServer((incoming, outgoing) => {
      repeat(incoming, sandbox.url)
        .then(({ status, headers, text }) => outgoing.writeHead(status, headers).end(text))
        .catch(() => outgoing.destroy());
    });
    gossip.listen(0, '127.0.0.1');
    await once(gossip, 'listening');
    const bound = gossip.address();
    address = typeof bound === 'object' ? `http://127.0.0.1:${bound?.port}` : '';
  });
  afterAll(async () => {
    gossip.close();
    gossip.closeAllConnections();
    await sandbox.close();
  });

  /** Key and a signed address in bodies, headers and errors alike; wrong statuses, so that all of it is drift. */
  async function repeat(incoming: IncomingMessage, service: string) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
    const { apikey, 'content-type': type } = incoming.headers;
    const answer = await fetch(new URL(incoming.url ?? '/', service), {
      method: incoming.method ?? 'GET',
      headers: {
        ...(typeof apikey === 'string' && { apikey }),
        ...(type !== undefined && { 'content-type': type }),
      },
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    });
    const signed = `https://store.invalid/put/1?X-Signature=${signature}`;
    const gossiped = {
      said: `${String(apikey)} ${signed}`,
      // Storage may sign in the path too; an address by this name is a secret as a whole.
      url: `https://store.invalid/${signature}/1`,
      [`k-${String(apikey)}`]: 1,
    };
    const text = await answer.text();
    const body: unknown = text.startsWith('{') ? JSON.parse(text) : { message: text };
    const spoken = JSON.stringify({ ...Object(body), ...gossiped }).replaceAll(
      '"title":"',
      `"title":"${JSON.stringify(gossiped.said).slice(1, -1)} `,
    );
    const status = answer.status === 404 ? 400 : answer.status;
    const headers = {
      'content-type': 'application/json',
      location: signed,
      'x-said': encodeURIComponent(String(apikey)),
      server: Buffer.from(String(apikey)).toString('base64'),
    };
    return { status, headers, text: answer.status === 204 ? '' : spoken };
  }

  it.each([[[]], [['--no-bodies']]])(
    'leaks none of them into files or output, with %j',
    async (more) => {
      const bounds = ['--runs', '2', '--max-requests', '250', '--max-time', '8s', '--rate', '1000'];
      const args = [address, '--allow', 'read,write', '--only', 'upload', ...bounds];
      const github = { stepSummary: join(folder, 'job.md') };
      const { out, err } = await verify([...args, ...more], { key, github });
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
      const inForms = [key, encodeURIComponent(key), JSON.stringify(key).slice(1, -1)];
      const secrets = [...inForms, Buffer.from(key).toString('base64'), signature];
      for (const [name, text] of [...texts, ['stdout', out], ['stderr', err]] as const) {
        for (const secret of secrets)
          expect(text.includes(secret), `${secret} in ${name}`).toBe(false);
        if (more.length > 0)
          expect(text.includes('A book made by a conformance run'), name).toBe(false);
      }
    },
  );
});

describe('a report of format 1', { timeout: aMinute }, () => {
  it('can still be shown', async () => {
    await verify(drifting);
    const file = join(folder, 'report.json');
    const text = await readFile(file, 'utf8');
    // Format 1 has neither the evidence of the monitor nor situations.
    const older: unknown = JSON.parse(text, (name, value: unknown) =>
      name === 'evidence' || name === 'situations' ? undefined : value,
    );
    await writeFile(file, JSON.stringify({ ...Object(older), format: 'bookdist-report/1' }));
    const result = await typed(['report', 'show', file]);
    expect(result).toMatchObject({ code: 1, err: '' });
    expect(result.out).toContain('isbn.valid-on-create');
  });
});
