/** A web page of another origin that calls a sandbox, like a web app in development. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { Page } from 'playwright-core';
import { newBook } from '../../src/sandbox/scenes/test-client.ts';
import { createWireClient, type WireClient } from '../../src/sandbox/scenes/wire-client.ts';
import { listen, stop } from '../servers/listen.ts';
import type { ServedPage } from './sandbox-page.ts';

/** Serves an empty page, and a sandbox that allows its origin. */
export async function crossOriginPage(): Promise<ServedPage> {
  const app = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>App</title>');
  });
  const origin = `http://127.0.0.1:${await listen(app)}`;
  const wire = await createWireClient({ cors: [origin] });
  return {
    page: {
      name: 'sandbox-cors',
      address: `${origin}/`,
      mayLoad: 'http://127.0.0.1:',
      ready: async () => undefined,
      skipScreenshots: true,
      tests: {
        'a page of another origin creates a book and uploads a file': (tab) =>
          createsAndUploads(tab, wire),
      },
    },
    close: async () => {
      await stop(app);
      await wire.close();
    },
  };
}

const bytes = 'the text of a book';

async function createsAndUploads(tab: Page, { api, headers, sandbox }: WireClient): Promise<void> {
  const statuses = await tab.evaluate(createAndUpload, {
    books: api('/books'),
    headers,
    book: newBook('ebook'),
    descriptor: {
      referenceId: 'a',
      role: 'ebook_content',
      filename: 'a.epub',
      hashSha256: createHash('sha256').update(bytes).digest('hex'),
    },
    bytes,
  });
  assert.deepEqual(statuses, { created: 201, granted: 201, put: 200, date: true });
  assert.equal((await sandbox.books()).length, 1);
}

interface Calls {
  readonly books: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly book: object;
  readonly descriptor: object;
  readonly bytes: string;
}

/** Runs in the page. Returns the statuses, and whether the page could read a header that CORS must expose. */
async function createAndUpload({ books, headers, book, descriptor, bytes: body }: Calls) {
  const post = { method: 'POST', headers };
  const created = await fetch(books, { ...post, body: JSON.stringify(book) });
  const id = /"id":"([^"]+)"/.exec(await created.text())?.[1] ?? '';
  const granted = await fetch(`${books}/${id}/upload`, {
    ...post,
    body: JSON.stringify([descriptor]),
  });
  const url = /"url":"([^"]+)"/.exec(await granted.text())?.[1] ?? '';
  const put = await fetch(url, { method: 'PUT', body });
  return {
    created: created.status,
    granted: granted.status,
    put: put.status,
    date: granted.headers.has('date'),
  };
}
