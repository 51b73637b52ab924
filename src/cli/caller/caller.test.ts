/** Tests the command with small programs: verdicts, reports, exit codes, and what it leaves behind. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  runCommandLine,
  type CommandLineOptions,
} from '../../../tests/support/cli/run-command-line.ts';
import { ebookWithExternalId } from '../../../tests/support/client/scene.ts';
import { createFolder } from '../../../tests/support/fixtures.ts';
import type { CallerReport } from '../../caller/index.ts';

const careless = ['python3', 'tests/support/caller/careless.py'];

/** Calls the service in a shell, which starts faster than other programs. Fails if the response is no success. */
const curl = (rest: string) =>
  `curl -sf -H "apikey: $DISTRIBUTION_API_KEY" "$DISTRIBUTION_URL/v2/distribution/books${rest}`;
const list = curl('"');
const shell = (script: string, ...args: readonly string[]) => ['sh', '-c', script, 'sh', ...args];

function readJson(file: string): CallerReport {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the command wrote the file
  return JSON.parse(readFileSync(file, 'utf8')) as CallerReport;
}

async function play(
  args: readonly string[],
  program: readonly string[],
  options?: CommandLineOptions,
) {
  const out = createFolder();
  const result = await runCommandLine(['caller', ...args, '--out', out, '--', ...program], options);
  const file = join(out, 'caller.json');
  const report: CallerReport | undefined = existsSync(file) ? readJson(file) : undefined;
  const verdicts = Object.fromEntries(report?.stories.map((row) => [row.name, row.verdict]) ?? []);
  return { ...result, out, text: result.out, report, verdicts };
}

it('names what a careless program leaves, with its calls and the commands that play it again', async () => {
  const only = 'create-response-lost,publish-refused,upload-answers-204,delete-response-lost';
  const { code, text, verdicts, report, out } = await play(['--only', only], careless);
  expect([code, verdicts]).toEqual([
    1,
    {
      'create-response-lost': 'harmed',
      'publish-refused': 'harmed',
      'upload-answers-204': 'survived',
      'delete-response-lost': 'not reached',
    },
  ]);
  expect(text).toContain('2 books “The Salt Road” instead of 1');
  expect(text).toContain('“The Salt Road” is a draft instead of published');
  expect(text).toMatch(/POST {3}\/books → no response {2}⚡ done, response lost/);
  expect(text).toContain('bookdist caller --only create-response-lost -- python3 tests/support');
  expect(text).toContain('bookdist caller --serve create-response-lost');
  expect(text).toMatch(
    /HARMED {3}2 harmed {3}1 survived {3}3 of 4 stories reached {3}.*caller\.html\n$/,
  );
  expect(report?.stories[0]?.calls[0]).toMatchObject({ operation: 'createBook', isTroubled: true });
  expect(readdirSync(out).toSorted()).toEqual([
    'caller-junit.xml',
    'caller.html',
    'caller.json',
    'caller.md',
  ]);
  expect(readFileSync(join(out, 'caller-junit.xml'), 'utf8')).toContain('failures="2"');
  expect(readFileSync(join(out, 'caller.md'), 'utf8')).toContain(
    '### create-response-lost: harmed',
  );
  expect(readFileSync(join(out, 'caller.md'), 'utf8')).toContain(
    'Where: call 1, POST /books (done, response lost): the program sent it again (call 2).',
  );
  expect(readFileSync(join(out, 'caller.html'), 'utf8')).toContain(
    '2 books “The Salt Road” instead of 1',
  );
});

it('lets a program that reports a failure stop safely if it completes the work when run again', async () => {
  const strict = shell(list);
  const lax = shell(`${list}; true`);
  const only = ['--only', 'read-bad-gateway'];
  expect((await play(only, strict)).verdicts).toEqual({ 'read-bad-gateway': 'gave up' });
  expect((await play(only, lax)).verdicts).toEqual({ 'read-bad-gateway': 'harmed' });
});

it('plays the second run of a program, and compares it with a second run without trouble', async () => {
  const only = ['--only', 'second-run-read-bad-gateway'];
  // It takes any failure for a book that does not exist.
  const find = curl(`/external-id/${encodeURIComponent(ebookWithExternalId.externalId)}"`);
  const create = `${list} -H 'content-type: application/json' -d "$1"`;
  const finder = shell(`${find} || ${create}`, JSON.stringify(ebookWithExternalId));
  const { verdicts, text } = await play(only, finder);
  expect(verdicts).toEqual({ 'second-run-read-bad-gateway': 'harmed' });
  expect(text).toMatch(/2 books .* instead of 1/);
  expect((await play(only, careless)).verdicts).toEqual({
    'second-run-read-bad-gateway': 'not reached',
  });
});

it('ends a program that waits for ever', async () => {
  const only = ['--only', 'read-bad-gateway'];
  const { code, verdicts } = await play([...only, '--limit', '5s'], shell(`${list} || sleep 600`));
  expect([code, verdicts]).toEqual([1, { 'read-bad-gateway': 'hung' }]);
});

it.each([
  [
    'a story that is not reached',
    3,
    ['--only', 'delete-response-lost'],
    careless,
    'TOO LITTLE REACHED',
  ],
  [
    'a program that fails without trouble',
    3,
    [],
    ['node', '--eval', 'throw 1'],
    'ended with exit code 1',
  ],
  ['a program that makes no call', 3, [], ['node', '--eval', '1'], 'made no call'],
  ['a program that does not exist', 2, [], ['no-such-program'], 'cannot be started'],
  ['no program', 2, [], [], 'Name the command'],
  ['an unknown story', 2, ['--only', 'create-lost'], careless, 'There is no story "create-lost"'],
  ['an unknown format', 2, ['--format', 'pdf'], careless, '--format takes json'],
  ['a variable without a value', 2, ['--env', 'URL'], careless, '--env takes NAME=text'],
  ['a missing story file', 2, ['--story-file', 'none.yaml'], careless, 'cannot be read'],
] as const)('answers %s with %i', async (...row) => {
  const [, expectedCode, args, program, words] = row;
  const { code, out, err, text } = await play(args, program);
  expect([code, out === '' ? '' : err + text]).toEqual([
    expectedCode,
    expect.stringContaining(words),
  ]);
});

it('stops if the calm run breaks a rule for callers, unless it is told to go on', async () => {
  const program = shell(curl('?author=x"'));
  const only = ['--only', 'capital-headers'];
  const stopped = await play(only, program);
  expect([stopped.code, stopped.err]).toEqual([
    3,
    expect.stringContaining('caller.sends-known-fields'),
  ]);
  expect((await play([...only, '--keep-going'], program)).code).toBe(0);
});

it('sets other variables and replaces placeholders in arguments', async () => {
  const script = '[ "$2" = "$MY_KEY" ] && curl -sf -H "apikey: $2" "$1/books"';
  const program = shell(script, '{url}/v2/distribution', '{key}');
  const args = ['--only', 'capital-headers', '--env', 'MY_KEY={key}'];
  expect((await play(args, program)).code).toBe(0);
});

it.each([
  ['the calm run', 1, []],
  ['a story', 3, ['--only', 'read-unanswered']],
  ['a run with a fault', 2, ['--faults']],
])('leaves no process and no file after Ctrl-C in %s', async (_, runs, args) => {
  const folder = createFolder();
  const pidFile = join(folder, 'pids');
  const script = join(folder, 'parent.sh');
  // The child of the program outlives it, unless it is ended with it.
  const last = runs === 1 ? 'wait' : list;
  writeFileSync(script, `sleep 600 & echo $! >> ${pidFile}; ${last}`);
  const listTemporary = () =>
    readdirSync(tmpdir()).filter((name) => name.startsWith('bookdist-caller-'));
  const before = new Set(listTemporary());
  let interrupt = (): void => undefined;
  const run = play(args, ['sh', script], {
    onInterrupt: (listener) => {
      interrupt = listener;
      return () => undefined;
    },
  });
  const readPids = () =>
    existsSync(pidFile) ? readFileSync(pidFile, 'utf8').trim().split('\n').map(Number) : [];
  await expect.poll(() => readPids().length).toBeGreaterThanOrEqual(runs);
  interrupt();
  expect((await run).code).toBe(130);
  await expect.poll(() => readPids().filter(isRunning)).toEqual([]);
  expect(listTemporary().filter((name) => !before.has(name))).toEqual([]);
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}

it('names the faults that a test suite does not notice, and none that its calls cannot see', async () => {
  const suite = (query = '') => shell(`${curl(`${query}"`)} | grep -q '"page":1,'`);
  const args = ['--faults', '--sample', '6'];
  const { code, out, text, err } = await play([...args, '--min', '90'], suite());
  expect([code, err]).toEqual([1, expect.stringMatching(/Their calls can see \d+ faults/)]);
  expect(text).toMatch(
    /Your tests notice [1-5] of 6 faults \(\d+ %\), out of \d+ that their calls can see/,
  );
  expect(text).toContain('not noticed: ');
  expect(readFileSync(join(out, 'caller-faults.html'), 'utf8')).toContain('not noticed');
  const junit = readFileSync(join(out, 'caller-faults-junit.xml'), 'utf8');
  expect(junit).toContain('tests="6"');
  expect(junit).not.toMatch(/classname="(publish|attach|put|chapters|delete)\./);
  // With --changed, only the calls decide which results are kept.
  const changed = ['--faults', '--sample', '1', '--changed', join(out, 'caller-faults.json')];
  expect((await play(changed, suite())).err).toContain('noticed before, by the same calls');
  expect((await play(changed, suite('?format=ebook'))).err).not.toContain('noticed before');
});

it('says nothing about tests that had no time to run with a fault', async () => {
  const { code, err } = await play(['--faults', '--budget', '1ms'], shell(list));
  expect([code, err]).toEqual([3, expect.stringContaining('give --budget more')]);
});

it('lists the stories', async () => {
  const { code, out } = await runCommandLine(['caller', '--list']);
  expect([code, out]).toEqual([
    0,
    expect.stringContaining('create-response-lost\n    The service'),
  ]);
});
