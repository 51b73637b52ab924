/** A web page of another origin that calls a sandbox, as an app that is developed against it does. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Page } from 'playwright-core';
import { newBook } from '../../src/sandbox/scenes/test-client.ts';
import { createWireClient, type WireClient } from '../../src/sandbox/scenes/wire-client.ts';
import type { SandboxToLookAt } from './sandbox-look.ts';

/** Serves an empty page, and a sandbox that lets pages of that origin call. */
export async function crossOriginLook(): Promise<SandboxToLookAt> {
  const app = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>App</title>');
  });
  app.listen(0, '127.0.0.1');
  await once(app, 'listening');
  const address = app.address();
  assert(address !== null && typeof address === 'object');
  const origin = `http://127.0.0.1:${address.port}`;
  const wire = await createWireClient({ cors: [origin] });
  return {
    look: {
      name: 'sandbox-cors',
      address: `${origin}/`,
      parts: 'http://127.0.0.1:',
      ready: async () => undefined,
      likeAnother: true,
      promises: {
        'a page of another origin creates a book and uploads a file': (tab) => writes(tab, wire),
      },
    },
    close: async () => {
      app.closeAllConnections();
      app.close();
      await wire.closeAndReport();
    },
  };
}

const bytes = 'the text of a book';

async function writes(tab: Page, { api, headers, sandbox }: WireClient): Promise<void> {
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

interface Plan {
  readonly books: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly book: object;
  readonly descriptor: object;
  readonly bytes: string;
}

/** Runs in the page, and returns the statuses and whether it can read a header that needs permission. */
async function createAndUpload({ books, headers, book, descriptor, bytes: body }: Plan) {
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
