/** Asks the command line as a person would, in this process: what it prints, and its exit codes. */
import { createServer } from 'node:http';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveSandbox, type ServedSandbox } from '../sandbox/serve.ts';
import { typedLine, type Ended } from './typed-line.ts';

const key = 'canary-key-0a1b2c';
let folder = '';
let served: ServedSandbox;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bookdist-cli-'));
  served = await serveSandbox({ key });
});
afterAll(async () => {
  await served.close();
  await rm(folder, { recursive: true });
});

interface World {
  readonly key?: string;
  /** Called with what interrupts, once something listens. */
  readonly interrupting?: (interrupt: () => void) => void;
}

async function typed(args: readonly string[], world: World = {}): Promise<Ended> {
  return typedLine(args, {
    environment: { key: world.key },
    onInterrupt: (listener) => {
      world.interrupting?.(listener);
      return () => undefined;
    },
  });
}

async function verify(args: readonly string[], world: World = {}): Promise<Ended> {
  return typed(['verify', ...args, '--out', folder], world);
}

describe('a slip', () => {
  it.each([
    [['verfy'], 'There is no command "verfy". Did you mean verify?'],
    [['help', 'verfy'], 'There is no command "verfy". Did you mean verify?'],
    [['verify', '--sede', '1'], 'no option --sede. Did you mean --seed?'],
    [['verify', '--max=3'], 'no option --max. Did you mean --max-requests?'],
    [['verify', '--seed'], "Option '--seed <n>' argument missing."],
    [['verify', '--seed', 'x'], 'It takes a whole number of at most 32 bits.'],
    [['verify', '--reach', 'shap'], 'Allowed choices are shape, behaviour.'],
    [['verify', 'http://a', 'http://b'], 'Expected 1 argument but got 2.'],
    [['verify', 'localhost:1'], 'Did you mean http://localhost:1?'],
    [['verify', 'http://host'], 'put it into DISTRIBUTION_API_KEY'],
    [['verify', '--allow', 'wrote'], 'Did you mean write?'],
    [
      ['verify', '--only', 'publish.final-verson-window'],
      'Did you mean publish.final-version-window?',
    ],
    [['verify', '--only', 'publsh'], 'Did you mean publish?'],
    [['verify', '--only', 'target'], 'Nothing asks about target: '],
    [['verify', '--fault', 'isbn-checksum-ignord'], 'Did you mean isbn-checksum-ignored?'],
    [['sandbox', '--fault', 'isbn-checksum-ignord'], 'Did you mean isbn-checksum-ignored?'],
    [['sandbox', '--reading', 'create.respons=x'], 'Did you mean create.response?'],
    [['sandbox', '--reading', 'create.response=walktrough'], 'Did you mean walkthrough?'],
    [['sandbox', '--reading', 'create.response'], 'takes silence=reading'],
    [['sandbox', '--clock', 'noon'], 'It takes a time such as'],
    [['http://host'], 'Did you mean bookdist verify http://host?'],
    [[], 'A command is missing.'],
  ])('%j ends with 2 and says what may have been meant', async (args, sentence) => {
    const { code, out, err } = await typed(args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(sentence);
    expect(err).not.toMatch(/^\s+at /m);
  });
});

describe('help', () => {
  it('prints what there is', async () => {
    const { code, out, err } = await typed(['--help']);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatchInlineSnapshot(`
      "Usage: bookdist [options] [command]

      Tells whether a book distribution service does what its interface document says.

      Options:
        -V, --version                print the version
        -h, --help                   print this help

      Commands:
        verify [options] [base_url]  Judge a service against the contract; without an
                                     address, our own sandbox.
        sandbox [options]            Serve a stateful sandbox that does what the
                                     document says.
        mock [options]               Serve the documented examples, stateless; any key
                                     is taken.
        docs [options]               Write the contract as one self-contained HTML
                                     page.
        report                       Show a report again, write it in other forms, or
                                     join those of shards.
        sweep [options] [what...]    Remove the books that a run left behind.
        requirements [options] [id]  Print what the document states and what it leaves
                                     open.
        grade [options]              Show what the suite is worth: every fault caught,
                                     no right service accused.
        help [command]               print the help of a command

      Exit codes
        0    no drift
        1    drift: the service does otherwise than the document says
        2    the command line or a setting is wrong
        3    something could not be asked; what could be shows no drift
        130  interrupted, after cleaning up

      Examples
        bookdist verify                                  judge our own sandbox: nothing to start
        bookdist verify https://staging.example.com      judge a service, reading only
        bookdist sandbox                                 a service to develop against

      "
    `);
  });

  it('prints the help of a command either way, with examples', async () => {
    const asked = await Promise.all([typed(['verify', '--help']), typed(['help', 'verify'])]);
    expect(asked[0]).toEqual(asked[1]);
    expect(asked[0]?.out).toContain('Examples');
  });

  it('prints the version', async () => {
    expect(await typed(['--version'])).toMatchObject({ code: 0, out: '0.1.0\n' });
  });
});

describe('verify', () => {
  it('judges our own sandbox and writes the report', async () => {
    const { code, out, err } = await verify(['--only', 'list.page-size', '--seed', '1']);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^conforms {3}under list.page-size {3}proven 1 of 1/m);
    const report = await readFile(join(folder, 'report.json'), 'utf8');
    expect(JSON.parse(report)).toMatchObject({ exitCode: 0, run: { seed: 1 } });
  });

  it('names the requirement that a fault breaks, and ends with 1', async () => {
    const only = ['--only', 'isbn.valid-on-create'];
    const { code, out } = await verify(['--fault', 'isbn-checksum-ignored', ...only]);
    expect(code).toBe(1);
    expect(out).toContain('✗ isbn.valid-on-create');
    expect(out).toMatch(/^DRIFT {3}1 new/m);
  });

  it('judges a service by its address, and shows the key nowhere', async () => {
    const { code, out, err } = await verify([served.url, '--only', 'list.meta'], { key });
    expect(code).toBe(0);
    expect(out + err + (await readFile(join(folder, 'report.json'), 'utf8'))).not.toContain(key);
  });

  it('says in one sentence that nobody answers, and ends with 3', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const silent = typeof address === 'object' ? address?.port : undefined;
    server.close();
    const { code, out } = await verify([`http://127.0.0.1:${silent}`], { key });
    expect(code).toBe(3);
    expect(out).toMatch(/^Nothing answered at http:\/\/127\.0\.0\.1:\d+/);
    expect(out).toMatch(/^NO FULL ANSWER {3}proven 0 of/m);
  });

  it('says that the key was refused, not which, and ends with 3', async () => {
    const { code, out, err } = await verify([served.url], { key: 'canary-wrong' });
    expect(code).toBe(3);
    expect(out).toContain('refused the key');
    expect(out + err).not.toContain('canary');
  });

  it('cleans up at Ctrl-C and ends with 130', async () => {
    let pressed = (): void => undefined;
    const ended = verify([served.url, '--allow', 'read,write', '--rate', '50'], {
      key,
      interrupting: (interrupt) => (pressed = interrupt),
    });
    while ((await served.sandbox.books()).length === 0) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    pressed();
    const { code, out, err } = await ended;
    expect(code).toBe(130);
    expect(err).toContain('Stopping');
    expect(out).toContain('The run was interrupted.');
  });

  it('lists what it would ask without asking', async () => {
    const first = await typed(['verify', '--list', '--seed', '5', '--only', 'publish']);
    const second = await typed(['verify', '--list', '--seed', '5', '--only', 'publish']);
    expect(first).toEqual(second);
    expect(first.code).toBe(0);
    expect(first.out).toMatch(/^publish\.final-version-window /m);
    expect(first.out).toContain('Nothing was asked.');
  });

  it('finds out before the first request that the report cannot be written', async () => {
    await writeFile(join(folder, 'a-file'), '');
    const { code, err } = await typed(['verify', '--out', join(folder, 'a-file')]);
    expect(code).toBe(2);
    expect(err).toContain('no folder that can be written to');
  });
});

describe('requirements', () => {
  it('reads the ledger aloud, all of it or a part', async () => {
    const { code, out } = await typed(['requirements', 'publish.day']);
    expect(code).toBe(0);
    expect(out).toMatch(
      /^publish\.day-14 {2}open {2}\(.+\)\n {4}.+\n {4}readings: inclusive \| exclusive/,
    );
    const { out: open } = await typed(['requirements', '--open', '--json']);
    const entries: unknown = JSON.parse(open);
    expect(Array.isArray(entries) && entries.length > 100).toBe(true);
  });

  it('names the nearest id where none begins so', async () => {
    const { code, err } = await typed(['requirements', 'publsh.answers-204']);
    expect(code).toBe(2);
    expect(err).toContain('Did you mean publish.answers-204?');
  });
});

describe('sandbox', () => {
  it('prints address and key, and ends in order at Ctrl-C', async () => {
    const ended = await typed(
      ['sandbox', '--port', '0', '--key', 'mine', '--clock', '2030-01-01'],
      {
        interrupting: (interrupt) => setTimeout(interrupt, 50),
      },
    );
    expect(ended.code).toBe(0);
    expect(ended.out).toMatch(
      /^sandbox {3}http:\/\/127\.0\.0\.1:\d+\nstorage {3}http.*\nkey {7}mine\n/,
    );
  });

  it('says which port is taken, and ends with 3', async () => {
    const taken = new URL(served.url).port;
    const { code, err } = await typed(['sandbox', '--port', taken, '--storage-port', '0']);
    expect(code).toBe(3);
    expect(err).toContain(`Port ${taken} is taken`);
  });

  it('lists faults and readings', async () => {
    expect((await typed(['sandbox', '--list-faults'])).out).toContain('isbn-checksum-ignored\n');
    expect((await typed(['sandbox', '--list-readings'])).out).toContain(
      'reference (default) | walkthrough',
    );
  });
});
