/** Runs every example as its reader would, against the sandbox, and checks what became of the books. */
import { execFile } from 'node:child_process';
import { access, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type ServedSandbox, serveSandbox } from '../src/sandbox/index.ts';

const execute = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));

let served: ServedSandbox;
let folder = '';
const env = () => ({
  PATH: process.env['PATH'],
  DISTRIBUTION_URL: served.url,
  DISTRIBUTION_API_KEY: served.key,
  TSX_TSCONFIG_PATH: join(root, 'tsconfig.json'),
});

beforeAll(async () => {
  served = await serveSandbox({ readings: { 'publish.next-status': 'published' } });
  folder = await mkdtemp(join(tmpdir(), 'examples-'));
});

afterAll(async () => {
  await served.close();
  await rm(folder, { recursive: true });
});

async function run(example: string, ...args: readonly string[]): Promise<string> {
  const program = [
    '--import',
    import.meta.resolve('tsx'),
    join(root, 'examples', example),
    ...args,
  ];
  const { stdout } = await execute(process.execPath, program, { cwd: folder, env: env() });
  return stdout;
}

async function file(name: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, `the bytes of ${name}`);
  return path;
}

async function bookNamed(externalId: string) {
  const found = (await served.sandbox.books()).filter((book) => book.externalId === externalId);
  expect(found).toHaveLength(1);
  return found[0];
}

it('ebook.mts publishes, and a second run finds the same book', async () => {
  await Promise.all(['book.epub', 'cover.jpg'].map(file));
  expect(await run('ebook.mts', folder)).toMatch(/on its way/);
  await run('ebook.mts', folder);
  expect(await bookNamed('backlist-0042')).toMatchObject({ status: 'published' });
});

it('print.mts publishes a book of tomorrow as final', async () => {
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  await run('print.mts', await file('interior.pdf'), await file('cover.pdf'), tomorrow);
  expect(await bookNamed('print-0007')).toMatchObject({ isFinalVersion: true });
});

it('print.mts says what is wrong with a date', async () => {
  const failing = run('print.mts', 'a.pdf', 'b.pdf', '2026-02-30');
  await expect(failing).rejects.toMatchObject({ code: 1, stderr: /publicationDate/ });
});

it('audiobook.mts makes a chapter of each track', async () => {
  await mkdir(join(folder, 'letters'));
  const names = ['01 The harbour.mp3', '02 The road.mp3', 'cover.jpg'];
  await Promise.all(names.map((name) => file(join('letters', name))));
  await run('audiobook.mts', join(folder, 'letters'));
  const book = await bookNamed('letters');
  expect(book?.chapters?.map(({ title }) => title)).toEqual(['The harbour', 'The road']);
});

it('republish.mts changes nothing without a flag, and with it publishes every book again', async () => {
  expect(await run('republish.mts', 'FIC000000', 'FIC019000')).toMatch(/The Salt Road/);
  expect((await bookNamed('backlist-0042'))?.category).toEqual(['FIC000000']);
  // As a run would leave it that died between its two calls.
  const shelf = await served.sandbox.books();
  await served.sandbox.settle((await bookNamed('letters'))?.id ?? '', 'draft');
  await writeFile(join(folder, 'republish.txt'), shelf.map(({ id }) => id).join('\n'));
  await run('republish.mts', 'FIC000000', 'FIC019000', '--write');
  const moved = await served.sandbox.books();
  expect(moved.map(({ status }) => status)).toEqual(['published', 'published', 'published']);
  expect(moved.map(({ category }) => category[0])).toEqual(['FIC019000', 'NAT000000', 'FIC019000']);
  await expect(access(join(folder, 'republish.txt'))).rejects.toThrow(/ENOENT/);
});

it('first-audiobook.mts publishes three tracks, and lists the books that need action', async () => {
  await mkdir(join(folder, 'harbour'));
  const names = ['01.mp3', '02.mp3', '03.mp3', 'cover.jpg'];
  await Promise.all(names.map((name) => file(join('harbour', name))));
  const waiting = await bookNamed('letters');
  await served.sandbox.settle(waiting?.id ?? '', 'action_needed');
  const shown = await run('first-audiobook.mts', join(folder, 'harbour'));
  expect(shown).toMatch(/with 3 chapters/);
  expect(shown).toContain(`${waiting?.id} awaits action: Letters from the Coast`);
  expect(await bookNamed('audio-0001')).toMatchObject({
    status: 'published',
    chapters: [{ title: 'The harbour' }, { title: 'The road' }, { title: 'The winter' }],
  });
});

it('next-route.ts creates a draft from a form, and reports what is wrong with one', async () => {
  for (const [name, value] of Object.entries(env())) vi.stubEnv(name, value);
  const { GET, POST } = await import('./next-route.ts');
  const form = new FormData();
  const fields = { title: 'Dunes', externalId: 'form-1', language: 'en', description: 'Sand.' };
  const more = { category: 'NAT000000', publicationDate: '2030-05-01', price: '12' };
  const written = { ...fields, ...more, first: 'Cy', last: 'Moran' };
  for (const [name, value] of Object.entries(written)) form.set(name, value);
  form.set('cover', new File(['a picture'], 'dunes.jpg'));
  const url = 'http://shop.example/api/books';
  const posted = await POST(new Request(url, { method: 'POST', body: form }));
  expect(posted.status).toBe(201);
  expect((await bookNamed('form-1'))?.files).toMatchObject([{ filename: 'dunes.jpg' }]);
  expect(await (await GET(new Request(url))).json()).toMatchObject({ pages: 1 });
  form.set('publicationDate', 'soon');
  const refused = await POST(new Request(url, { method: 'POST', body: form }));
  expect([refused.status, await refused.json()]).toMatchObject([
    422,
    { fields: [{ name: 'publicationDate' }] },
  ]);
  vi.unstubAllEnvs();
});
