/** What hooks of Dredd do with the service beside its own requests: books in every state. */
import { daysFrom } from '../scenarios/days.ts';
import { ebookFiles, fields, hashOf, type File } from '../scenarios/step.ts';

export interface Account {
  readonly send: (method: string, path: string, body?: unknown) => Promise<Answer>;
  /** A new draft, and what it reads as. */
  readonly draft: (others?: object, name?: string) => Promise<string>;
  readonly attributes: (id: string) => Promise<unknown>;
  /** Grants an upload and sends the bytes; resolves with the file's id. */
  readonly uploaded: (id: string, file: File) => Promise<string>;
  /** A draft that could be published. */
  readonly complete: (others?: object) => Promise<string>;
  /** Takes books back and deletes them. */
  readonly remove: (id: string) => Promise<void>;
}

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

type Send = Account['send'];

/** The account of a key. */
export function accountAt(api: string, key: string): Account {
  const send = sending(api, key);
  let count = 0;
  const draft = async (others: object = {}, named?: string): Promise<string> => {
    const name = named ?? `seed-${(count += 1)}`;
    await send('POST', '/books', newBook(name, others));
    const found = await send('GET', `/books/external-id/${name}`);
    return String(within(found.body, 'data', 'id'));
  };
  return {
    send,
    draft,
    uploaded: async (id, file) => upload(send, id, file),
    complete: async (others) => {
      const id = await draft(others);
      for (const file of ebookFiles) {
        const fileId = await upload(send, id, file);
        await send('PATCH', `/books/${id}/file/${fileId}/attach`, described(file));
      }
      return id;
    },
    attributes: async (id) =>
      within((await send('GET', `/books/${id}`)).body, 'data', 'attributes'),
    remove: async (id) => {
      // Any change takes a book back to draft, which can be deleted.
      await send('PATCH', `/books/${id}`, { isFinalVersion: true });
      await send('DELETE', `/books/${id}`);
    },
  };
}

function sending(api: string, key: string): Send {
  return async (method, path, body) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const headers = { apikey: key, 'content-type': 'application/json' };
    const answer = await fetch(`${api}${path}`, { method, headers, ...sent });
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
  };
}

async function upload(send: Send, id: string, file: File): Promise<string> {
  const asked = [{ ...described(file), referenceId: file.name, role: file.role }];
  const { body } = await send('POST', `/books/${id}/upload`, asked);
  const grant = within(body, 'data', '0') ?? within(body, '0');
  const url = within(grant, 'attributes', 'url') ?? within(grant, 'url');
  const headers = { 'content-type': file.type };
  await fetch(String(url), { method: 'PUT', headers, body: file.name });
  return String(within(grant, 'id'));
}

/** What attach and the request for a URL both say of a file. */
export function described({ name }: File): { filename: string; hashSha256: string } {
  return { filename: `${name}.bin`, hashSha256: hashOf(name) };
}

/** A new book under an external id, with its days written out. */
export function newBook(name: string, others: object = {}): object {
  const { distant } = daysFrom(Date.now());
  return { ...fields('ebook', name), externalId: name, publicationDate: distant, ...others };
}

/** The value at some keys of something nobody vouches for. */
export function within(node: unknown, ...keys: readonly string[]): unknown {
  let value = node;
  for (const key of keys) {
    value = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
  }
  return value;
}
