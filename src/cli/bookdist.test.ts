/** Tests the command line in this process: its output and its exit codes. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommandLine } from './scenes/typed-line.ts';

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
    [['sandbox', '--key', ''], 'An API key may not be empty'],
    [['sandbox', '--key', 'a', '--key', 'a'], 'API key number 2 was given before'],
    [['http://host'], 'Did you mean bookdist verify http://host?'],
    [[], 'A command is missing.'],
  ])('%j ends with 2 and says what may have been meant', async (args, sentence) => {
    const { code, out, err } = await runCommandLine(args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(sentence);
    expect(err).not.toMatch(/^\s+at /m);
  });
});

describe('help', () => {
  it('prints what there is', async () => {
    const { code, out, err } = await runCommandLine(['--help']);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatchInlineSnapshot(`
      "Usage: bookdist [options] [command]

      Tests whether a book distribution service does what its interface document says.

      Options:
        -V, --version                 print the version
        -h, --help                    print this help

      Get started:
        init [options] [base_url]     Write bookdist.yaml, known-drifts.yaml and a CI
                                      job; overwrite nothing.
        doctor [options] [base_url]   Check address, certificate, key and clock of a
                                      service before a run.
        completion <shell>            Print a completion script for bash, zsh or fish.
        help [command]                print the help of a command

      Test a service:
        verify [options] [base_url]   Test a service against the contract; without an
                                      address, our own sandbox.
        judge [options] <file...>     Judge recorded traffic: the service, and the
                                      programs that called it.
        watch [options]               Pass calls on to a service and judge them as
                                      they happen.
        sweep [options] [what...]     Remove the books that a run left behind.

      Read the results:
        report                        Show a report again, write it in other forms, or
                                      join those of shards.
        history [options] [files...]  Show what the runs against a service found over
                                      time.

      Develop against a stand-in:
        sandbox [options]             Serve a stateful sandbox that does what the
                                      document says.
        mock [options]                Serve the documented examples, stateless; any
                                      key is taken.

      Read the contract:
        requirements [options] [id]   Print what the document states and what it
                                      leaves open.
        contract                      Compare revisions of the document.
        docs [options]                Write the contract as one self-contained HTML
                                      page.
        site [options]                Write guides, references and results as a static
                                      site.

      Exit codes
        0    no drift
        1    drift: the service contradicts the document
        2    the command line or a setting is wrong
        3    incomplete: no service, key refused, or too little proven; no drift in what was tested
        130  interrupted; the books of the run were removed

      Examples
        bookdist init https://staging.example.com        write bookdist.yaml and a CI job
        bookdist doctor staging                          check address, certificate, key and clock
        bookdist verify staging                          test the service, reading only
        bookdist verify                                  test our own sandbox: nothing to start
        bookdist sandbox                                 serve a sandbox to develop against

      "
    `);
  });

  it('prints the help of a command either way, with examples', async () => {
    const asked = await Promise.all([
      runCommandLine(['verify', '--help']),
      runCommandLine(['help', 'verify']),
    ]);
    expect(asked[0]).toEqual(asked[1]);
    expect(asked[0]?.out).toContain('Examples');
  });

  it('prints the version', async () => {
    expect(await runCommandLine(['--version'])).toMatchObject({ code: 0, out: '0.1.0\n' });
  });
});

describe('requirements', () => {
  it('reads the ledger aloud, all of it or a part', async () => {
    const { code, out } = await runCommandLine(['requirements', 'publish.day']);
    expect(code).toBe(0);
    expect(out).toMatch(
      /^publish\.day-14 {2}open {2}\(.+\)\n {4}.+\n {4}readings: inclusive \| exclusive/,
    );
    const { out: open } = await runCommandLine(['requirements', '--open', '--json']);
    const entries: unknown = JSON.parse(open);
    expect(Array.isArray(entries) && entries.length > 100).toBe(true);
  });

  it('names the nearest id where none begins so', async () => {
    const { code, err } = await runCommandLine(['requirements', 'publsh.answers-204']);
    expect(code).toBe(2);
    expect(err).toContain('Did you mean publish.answers-204?');
  });
});

describe('sandbox', () => {
  it('prints address and key, and ends in order at Ctrl-C', async () => {
    const ended = await runCommandLine(
      ['sandbox', '--port', '0', '--key', 'mine', '--clock', '2030-01-01'],
      {
        onInterrupt: (listener) => {
          setTimeout(listener, 50);
          return () => undefined;
        },
      },
    );
    expect(ended.code).toBe(0);
    expect(ended.out).toMatch(
      /^sandbox {3}http:\/\/127\.0\.0\.1:\d+\nstorage {3}http.*\nkey {7}mine\n/,
    );
  });

  it.each([
    ['--key', ['--key', 'one', '--key', 'two'], {}],
    ['--key-file', ['--key-file', 'KEYS'], {}],
    ['the environment', [], { variable: () => 'one,two' }],
  ])('takes several keys from %s', async (_way, args, environment) => {
    const directory = await mkdtemp(join(tmpdir(), 'keys-'));
    const file = join(directory, 'keys.txt');
    await writeFile(file, '# ours\none\n\ntwo\n');
    const ended = await runCommandLine(
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
    expect([ended.code, ended.out.match(/^key .*$/gm)]).toEqual([
      0,
      ['key       one', 'key       two'],
    ]);
  });

  it('reads accounts from a file, and serves the control API with a token', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'accounts-'));
    const file = join(directory, 'accounts.yaml');
    const start = async (text: string) => {
      await writeFile(file, text);
      return runCommandLine(['sandbox', '--port', '0', '--control-port', '0', '--accounts', file], {
        environment: { variable: (name) => ({ NORTH: 'n1' })[name] },
        onInterrupt: (listener) => {
          setTimeout(listener, 20);
          return () => undefined;
        },
      });
    };
    const good = await start(
      'accounts:\n  - name: north\n    keys: [{ variable: NORTH }, { key: n2, readOnly: true }]\n' +
        '    readings: { create.response: walkthrough }\n    faults: [isbn-checksum-ignored]\n',
    );
    expect([good.code, good.out]).toEqual([
      0,
      expect.stringMatching(/account {3}north\ncontrol {3}http/),
    ]);
    expect(good.out).not.toContain('n1');
    for (const [text, message] of [
      ['accounts: []', 'It needs a list `accounts`'],
      ['accounts: [{ keys: [a] }]', 'Account number 1 needs a name'],
      ['accounts: [{ name: a, keys: [{ variable: X }] }]', 'the variable X, which is not set'],
      ['accounts: [{ name: a, keys: [b], colour: red }]', 'unknown property colour'],
      ['accounts: [{ name: a, keys: [b], faults: [nope] }]', 'There is no fault "nope"'],
    ] as const) {
      const bad = await start(text);
      expect([bad.code, bad.err]).toEqual([2, expect.stringContaining(message)]);
    }
    await rm(directory, { recursive: true });
  });

  it('writes one line for each request, for people or as JSON', async () => {
    for (const [form, line] of [
      ['text', /401 {2}GET {5}\/v2\/distribution\/books {2}\d+ ms {2}auth\.missing-key/],
      ['json', /"level":"info".*"path":"\/v2\/distribution\/books","status":401/],
    ] as const) {
      const port = String(4_700 + Math.floor(Math.random() * 200));
      const ended = await runCommandLine(['sandbox', '--port', port, '--log', form], {
        onInterrupt: (listener) => {
          void fetch(`http://127.0.0.1:${port}/v2/distribution/books`)
            .then((answer) => answer.text())
            .finally(() => setTimeout(listener, 50));
          return () => undefined;
        },
      });
      expect(ended.err).toMatch(line);
    }
  });

  it('starts with seed data, or says what is wrong with it', async () => {
    const stop = {
      onInterrupt: (listener: () => void) => {
        setTimeout(listener, 20);
        return () => undefined;
      },
    };
    const seeded = await runCommandLine(['sandbox', '--port', '0', '--seed', '30'], stop);
    expect([seeded.code, seeded.err]).toEqual([0, expect.stringContaining('Seeded with 30 books')]);
    const directory = await mkdtemp(join(tmpdir(), 'seed-'));
    const file = join(directory, 'books.jsonl');
    await writeFile(file, '{"format":"ebook"}\n');
    const refused = await runCommandLine(['sandbox', '--port', '0', '--seed', file], stop);
    await rm(directory, { recursive: true });
    expect([refused.code, refused.err]).toEqual([
      3,
      expect.stringContaining('Line 1 is not a book'),
    ]);
  });

  it('says which port is taken, and ends with 3', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const taken = String(typeof address === 'object' && address?.port);
    const { code, err } = await runCommandLine(['sandbox', '--port', taken, '--storage-port', '0']);
    other.close();
    expect(code).toBe(3);
    expect(err).toContain(`Port ${taken} is taken`);
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
