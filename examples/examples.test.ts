/** Runs every example as a separate program against the sandbox, and checks the books afterwards. */
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

let server: ServedSandbox;
let folder = '';
const createEnvironment = () => ({
  PATH: process.env['PATH'],
  DISTRIBUTION_URL: server.url,
  DISTRIBUTION_API_KEY: server.key,
  TSX_TSCONFIG_PATH: join(root, 'tsconfig.json'),
});

beforeAll(async () => {
  server = await serveSandbox({ readings: { 'publish.next-status': 'published' } });
  folder = await mkdtemp(join(tmpdir(), 'examples-'));
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

async function runExample(example: string, ...args: readonly string[]): Promise<string> {
  const program = [
    '--import',
    import.meta.resolve('tsx'),
    join(root, 'examples', example),
    ...args,
  ];
  const { stdout } = await execute(process.execPath, program, {
    cwd: folder,
    env: createEnvironment(),
  });
  return stdout;
}

async function createFile(name: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, `the bytes of ${name}`);
  return path;
}

async function findBook(externalId: string) {
  const matches = (await server.sandbox.books()).filter((book) => book.externalId === externalId);
  expect(matches).toHaveLength(1);
  return matches[0];
}

it('ebook.mts publishes a book, and a second run creates no other book', async () => {
  await Promise.all(['book.epub', 'cover.jpg'].map(createFile));
  expect(await runExample('ebook.mts', folder)).toMatch(/on its way/);
  await runExample('ebook.mts', folder);
  expect(await findBook('backlist-0042')).toMatchObject({ status: 'published' });
});

it('print.mts makes a book that is dated tomorrow a final version', async () => {
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  await runExample(
    'print.mts',
    await createFile('interior.pdf'),
    await createFile('cover.pdf'),
    tomorrow,
  );
  expect(await findBook('print-0007')).toMatchObject({ isFinalVersion: true });
});

it('print.mts prints the field of an invalid date, and exits with 1', async () => {
  const program = runExample('print.mts', 'a.pdf', 'b.pdf', '2026-02-30');
  await expect(program).rejects.toMatchObject({ code: 1, stderr: /publicationDate/ });
});

it('audiobook.mts creates a chapter for each track', async () => {
  await mkdir(join(folder, 'letters'));
  const names = ['01 The harbour.mp3', '02 The road.mp3', 'cover.jpg'];
  await Promise.all(names.map((name) => createFile(join('letters', name))));
  await runExample('audiobook.mts', join(folder, 'letters'));
  const book = await findBook('letters');
  expect(book?.chapters?.map(({ title }) => title)).toEqual(['The harbour', 'The road']);
});

it('republish.mts changes nothing without --write; with --write, it continues a run that crashed', async () => {
  expect(await runExample('republish.mts', 'FIC000000', 'FIC019000')).toMatch(/The Salt Road/);
  expect((await findBook('backlist-0042'))?.category).toEqual(['FIC000000']);
  // Sets the state that a crash between update and publish would leave.
  const allBooks = await server.sandbox.books();
  await server.sandbox.settle((await findBook('letters'))?.id ?? '', 'draft');
  await writeFile(join(folder, 'republish.txt'), allBooks.map(({ id }) => id).join('\n'));
  await runExample('republish.mts', 'FIC000000', 'FIC019000', '--write');
  const booksAfterRun = await server.sandbox.books();
  expect(booksAfterRun.map(({ status }) => status)).toEqual(Array(3).fill('published'));
  // The books of the tests above: only the print book had another category.
  expect(booksAfterRun.map(({ category }) => category[0])).toEqual([
    'FIC019000',
    'NAT000000',
    'FIC019000',
  ]);
  await expect(access(join(folder, 'republish.txt'))).rejects.toThrow(/ENOENT/);
});

it('next-route.ts creates a draft with a cover from a form, lists it, and names an invalid field', async () => {
  for (const [name, value] of Object.entries(createEnvironment())) vi.stubEnv(name, value);
  const { GET, POST } = await import('./next-route.ts');
  const form = new FormData();
  const formFields = {
    title: 'Dunes',
    externalId: 'form-1',
    language: 'en',
    description: 'Sand.',
    category: 'NAT000000',
    publicationDate: '2030-05-01',
    price: '12',
    first: 'Cy',
    last: 'Moran',
  };
  for (const [name, value] of Object.entries(formFields)) form.set(name, value);
  form.set('cover', new File(['a picture'], 'dunes.jpg'));
  const url = 'http://shop.example/api/books';
  const response = await POST(new Request(url, { method: 'POST', body: form }));
  expect(response.status).toBe(201);
  expect((await findBook('form-1'))?.files).toMatchObject([{ filename: 'dunes.jpg' }]);
  expect(await (await GET(new Request(url))).json()).toMatchObject({ pages: 1 });
  form.set('publicationDate', 'soon');
  const refusal = await POST(new Request(url, { method: 'POST', body: form }));
  expect([refusal.status, await refusal.json()]).toMatchObject([
    422,
    { fields: [{ name: 'publicationDate' }] },
  ]);
  vi.unstubAllEnvs();
});
