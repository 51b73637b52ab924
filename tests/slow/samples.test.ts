/** Runs the code samples of the page of the contract: for each language, the life of a book in one sandbox. */
import { createHash } from 'node:crypto';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { runCommand } from '../../scripts/build/stale.ts';
import type { OperationId } from '../../src/contract/operations.ts';
import { apiPrefix } from '../../src/contract/spec.ts';
import { createSamples, type Sample } from '../../src/docs/samples/samples.ts';
import type { Book } from '../../src/sandbox/book/index.ts';
import { serveSandbox } from '../../src/sandbox/index.ts';
import {
  clientFolder,
  compile,
  createProject,
  createScratchFolder,
  root,
} from './packed-package.ts';

/** What a sample left and printed. */
interface Result {
  readonly before: Book;
  readonly book: Book;
  readonly out: string;
}

const printsTheBook = ({ book: { id, title, status }, out }: Result): boolean =>
  [id, title, status].some((value) => out.includes(value));

/** The operations in the order of a book's life, with what their samples must do. */
const story: Readonly<Record<OperationId, (result: Result) => boolean>> = {
  createBook: ({ book }) => book.status === 'draft',
  listBooks: printsTheBook,
  readBook: printsTheBook,
  lookUpBook: printsTheBook,
  updateBook: ({ book, before }) => book.isFinalVersion && !before.isFinalVersion,
  requestUploads: ({ out }) => out.includes('http'),
  // Attaching fails if the bytes were not sent.
  putFile: () => true,
  attachFile: ({ book, before }) => book.files.at(-1)?.id !== before.files.at(-1)?.id,
  publishBook: ({ book }) => book.status === 'published',
  unpublishBook: ({ book }) => book.status === 'withdrawn',
  deleteBook: ({ book }) => book.deletedAt !== undefined,
};
const operations = Object.keys(story).filter((id): id is OperationId => id in story);

/** The program and the file ending of each language. */
const languages: Readonly<Record<string, readonly [program: string, ending: string]>> = {
  curl: ['sh', 'sh'],
  Client: [process.execPath, 'mjs'],
  Python: ['python3', 'py'],
};

const folder = createProject(createScratchFolder(), 'samples');
const file = join(folder, 'the-salt-road.epub');
const bytes = 'the bytes of the salt road';

beforeAll(() => {
  writeFileSync(file, bytes);
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(clientFolder, join(folder, 'node_modules/book-distribution-client'));
});

function findSample(operation: OperationId, language: string): Sample {
  const sample = createSamples(operation).find(({ label }) => label === language);
  if (sample === undefined) throw new Error(`${operation} has no sample in ${language}.`);
  return sample;
}

test.each(Object.entries(languages))(
  'the samples in %s do what they show',
  async (language, [program, ending]) => {
    // The samples do not prepare everything that publish may require.
    const served = await serveSandbox({
      readings: { 'publish.validation-content': 'only-listed' },
    });
    const environment: Record<string, string> = {
      DISTRIBUTION_URL: served.url + apiPrefix,
      DISTRIBUTION_API_KEY: served.key,
      EXTERNAL_ID: 'cat-2027-0142',
      FILE: file,
      FILE_SHA256: createHash('sha256').update(bytes).digest('hex'),
    };
    for (const operation of operations) {
      const [before] = await served.sandbox.books();
      const path = join(folder, `${operation}.${ending}`);
      writeFileSync(path, `${findSample(operation, language).source}\n`);
      const settings = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
      const { out } = await runCommand(folder, 'env', [...settings, program, path]);
      if (operation === 'publishBook') await served.sandbox.settle(environment['BOOK_ID'] ?? '');
      const [book] = await served.sandbox.books();
      if (book === undefined) throw new Error(`${operation} left no book.`);
      environment['BOOK_ID'] = book.id;
      if (operation === 'requestUploads') Object.assign(environment, readGrant(out));
      // The client's sample uploads and attaches in one call, so its own URL is still unused.
      if (operation === 'putFile' && language === 'Client')
        await fetch(environment['UPLOAD_URL'] ?? '', { method: 'PUT', body: bytes });
      const result = { before: before ?? book, book, out };
      expect(story[operation](result), `${operation} printed: ${out}`).toBe(true);
    }
    await served.close();
  },
);

/** Reads the id and the URL of a grant from JSON, or from a line that the client's sample prints. */
function readGrant(output: string): Record<string, string> {
  const [, id = ''] = /"id":"([^"]+)"/.exec(output) ?? /^(\S+) http/m.exec(output) ?? [];
  const [url = ''] = /http[^"\s]+/.exec(output) ?? [];
  return { FILE_ID: id, UPLOAD_URL: url };
}

test('the samples with our client compile in strict mode', async () => {
  for (const operation of operations)
    writeFileSync(join(folder, `${operation}.ts`), findSample(operation, 'Client').source);
  const strict = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'];
  const modern = ['--module', 'nodenext', '--target', 'es2022', '--lib', 'es2022,dom,dom.iterable'];
  const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')];
  const files = operations.map((operation) => `${operation}.ts`);
  await compile(folder, '--noEmit', '--skipLibCheck', ...strict, ...modern, ...types, ...files);
});
