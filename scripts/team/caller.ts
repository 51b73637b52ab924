/** Calls a deployment as a client does, and keeps what was acknowledged. */
import { createHash } from 'node:crypto';
import { newBook } from '../../src/sandbox/scenes/ask-in-process.ts';
import { apiKey } from './deployment.ts';

export { newBook };

export interface Answered {
  /** 0 if the connection broke. */
  readonly status: number;
  readonly text: string;
}

export interface Caller {
  readonly send: (method: string, path: string, body?: unknown) => Promise<Answered>;
  readonly put: (url: string, bytes: Buffer) => Promise<number>;
  /** Creates a book and returns its id; undefined if that was not acknowledged. */
  readonly create: (format: 'ebook' | 'audio', changes?: object) => Promise<string | undefined>;
  readonly grant: (book: string, role: string, bytes: Buffer) => Promise<Granted | undefined>;
  readonly attach: (book: string, file: Granted) => Promise<boolean>;
}

export interface Granted {
  readonly id: string;
  readonly url: string;
  readonly hash: string;
}

export function callerOf(service: string): Caller {
  const send: Caller['send'] = async (method, path, body) => {
    const headers = { apikey: apiKey, 'content-type': 'application/json' };
    const url = `${service}/v2/distribution${path}`;
    const json = body === undefined ? {} : { body: JSON.stringify(body) };
    return fetch(url, { method, headers, ...json })
      .then(
        async (response) => ({ status: response.status, text: await response.text() }),
        () => ({ status: 0, text: '' }),
      )
      .catch(() => ({ status: 0, text: '' }));
  };
  return {
    send,
    put: putFile,
    create: async (format, changes = {}) => {
      const { status, text } = await send('POST', '/books', newBook(format, changes));
      return status === 201 ? firstId(text) : undefined;
    },
    grant: async (book, role, bytes) => {
      const hash = createHash('sha256').update(bytes).digest('hex');
      const descriptor = { referenceId: 'one', role, filename: 'a.epub', hashSha256: hash };
      const { status, text } = await send('POST', `/books/${book}/upload`, [descriptor]);
      const [url] = /http:[^"]+\/uploads\/[^"]+/.exec(text) ?? [];
      return status === 201 && url !== undefined ? { id: firstId(text), url, hash } : undefined;
    },
    attach: async (book, { id, hash }) => {
      const body = { filename: 'a.epub', hashSha256: hash };
      return (await send('PATCH', `/books/${book}/file/${id}/attach`, body)).status === 200;
    },
  };
}

async function putFile(url: string, bytes: Buffer): Promise<number> {
  const headers = { 'content-type': 'application/epub+zip' };
  const sent = fetch(url, { method: 'PUT', body: new Uint8Array(bytes), headers });
  return sent.then(
    async (response) => {
      await response.text().catch(() => '');
      return response.status;
    },
    () => 0,
  );
}

/** Returns the first id in a response. */
export function firstId(text: string): string {
  return /"id":"([0-9a-f-]{36})"/.exec(text)?.[1] ?? '';
}
