/** Tests the options and the output of `bookdist sandbox`, in this process. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommandLine } from '../scenes/run-command-line.ts';

describe('sandbox', () => {
  it('prints its address and key, and exits cleanly on Ctrl-C', async () => {
    const result = await runCommandLine(
      ['sandbox', '--port', '0', '--key', 'mine', '--clock', '2030-01-01'],
      {
        onInterrupt: (listener) => {
          setTimeout(listener, 50);
          return () => undefined;
        },
      },
    );
    expect(result.code).toBe(0);
    expect(result.out).toMatch(
      /^sandbox {3}http:\/\/127\.0\.0\.1:\d+\nstorage {3}http.*\nkey {7}mine\n/,
    );
  });

  it.each([
    ['--key', ['--key', 'one', '--key', 'two'], {}],
    ['--key-file', ['--key-file', 'KEYS'], {}],
    ['the environment', [], { variable: () => 'one,two' }],
  ])('reads several keys from %s', async (_source, args, environment) => {
    const directory = await mkdtemp(join(tmpdir(), 'keys-'));
    const file = join(directory, 'keys.txt');
    await writeFile(file, '# ours\none\n\ntwo\n');
    const result = await runCommandLine(
      ['sandbox', '--port', '0', ...args.map((arg) => (arg === 'KEYS' ? file : arg))],
      {
        environment,
        onInterrupt: (listener) => {
          setTimeout(listener, 20);
          return () => undefined;
        },
      },
    );
    await rm(directory, { recursive: true });
    expect([result.code, result.out.match(/^key .*$/gm)]).toEqual([
      0,
      ['key       one', 'key       two'],
    ]);
  });

  it('reads accounts from a file, hides their keys, and rejects invalid accounts', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'accounts-'));
    const file = join(directory, 'accounts.yaml');
    const startWithAccounts = async (text: string) => {
      await writeFile(file, text);
      return runCommandLine(['sandbox', '--port', '0', '--control-port', '0', '--accounts', file], {
        environment: { variable: (name) => ({ NORTH: 'n1' })[name] },
        onInterrupt: (listener) => {
          setTimeout(listener, 20);
          return () => undefined;
        },
      });
    };
    const validResult = await startWithAccounts(
      'accounts:\n  - name: north\n    keys: [{ variable: NORTH }, { key: n2, readOnly: true }]\n' +
        '    readings: { create.response: walkthrough }\n    faults: [isbn-checksum-ignored]\n',
    );
    expect([validResult.code, validResult.out]).toEqual([
      0,
      expect.stringMatching(/account {3}north\ncontrol {3}http/),
    ]);
    expect(validResult.out).not.toContain('n1');
    for (const [text, message] of [
      ['accounts: []', 'It needs a list `accounts`'],
      ['accounts: [{ keys: [a] }]', 'Account number 1 needs a name'],
      ['accounts: [{ name: a, keys: [{ variable: X }] }]', 'the variable X, which is not set'],
      ['accounts: [{ name: a, keys: [b], colour: red }]', 'unknown property colour'],
      ['accounts: [{ name: a, keys: [b], faults: [nope] }]', 'There is no fault "nope"'],
    ] as const) {
      const invalidResult = await startWithAccounts(text);
      expect([invalidResult.code, invalidResult.err]).toEqual([
        2,
        expect.stringContaining(message),
      ]);
    }
    await rm(directory, { recursive: true });
  });

  it('logs one line for each request, as text or JSON', async () => {
    for (const [form, line] of [
      ['text', /401 {2}GET {5}\/v2\/distribution\/books {2}\d+ ms {2}auth\.missing-key/],
      ['json', /"level":"info".*"path":"\/v2\/distribution\/books","status":401/],
    ] as const) {
      let address = '';
      let pressCtrlC = (): void => undefined;
      const running = runCommandLine(['sandbox', '--port', '0', '--log', form], {
        onOut: (text) => (address ||= /http:\S+/.exec(text)?.[0] ?? ''),
        onErr: (text) => {
          if (line.test(text)) pressCtrlC();
        },
        onInterrupt: (listener) => {
          pressCtrlC = listener;
          return () => undefined;
        },
      });
      await expect.poll(() => address).not.toBe('');
      await (await fetch(`${address}/v2/distribution/books`)).text();
      const result = await running;
      expect(result.err).toMatch(line);
    }
  });

  it('starts with seed data, and exits with 3 for invalid seed data', async () => {
    const stopSoon = {
      onInterrupt: (listener: () => void) => {
        setTimeout(listener, 20);
        return () => undefined;
      },
    };
    const validResult = await runCommandLine(['sandbox', '--port', '0', '--seed', '30'], stopSoon);
    expect([validResult.code, validResult.err]).toEqual([
      0,
      expect.stringContaining('Seeded with 30 books'),
    ]);
    const directory = await mkdtemp(join(tmpdir(), 'seed-'));
    const file = join(directory, 'books.jsonl');
    await writeFile(file, '{"format":"ebook"}\n');
    const invalidResult = await runCommandLine(
      ['sandbox', '--port', '0', '--seed', file],
      stopSoon,
    );
    await rm(directory, { recursive: true });
    expect([invalidResult.code, invalidResult.err]).toEqual([
      3,
      expect.stringContaining('Line 1 is not a book'),
    ]);
  });

  it('names the port that is in use, and exits with 3', async () => {
    const otherServer = createServer().listen(0, '127.0.0.1');
    await once(otherServer, 'listening');
    const address = otherServer.address();
    const usedPort = String(typeof address === 'object' && address?.port);
    const { code, err } = await runCommandLine([
      'sandbox',
      '--port',
      usedPort,
      '--storage-port',
      '0',
    ]);
    otherServer.close();
    expect(code).toBe(3);
    expect(err).toContain(`Port ${usedPort} is taken`);
  });

  it('lists faults and readings', async () => {
    expect((await runCommandLine(['sandbox', '--list-faults'])).out).toContain(
      'isbn-checksum-ignored\n',
    );
    expect((await runCommandLine(['sandbox', '--list-readings'])).out).toContain(
      'reference (default) | walkthrough',
    );
  });
});
