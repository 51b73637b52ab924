/** Routes each call, after the checks that every call must pass. */
import { setTimeout as wait } from 'node:timers/promises';
import { create, publish, remove, unpublish, update } from './changing.ts';
import { attach, grant } from './files.ts';
import { list, lookUp, type LookAt } from './listing.ts';
import { whole } from './present.ts';
import { absent, Refusal, type Reply } from './refusal.ts';
import { isBag, type Book, type Shelf } from './shelf.ts';
import { isUuid } from './values.ts';

/** One request, its body read whole. */
export interface Call {
  readonly method: string;
  readonly url: URL;
  readonly key: string | undefined;
  readonly contentType: string | undefined;
  readonly bytes: Uint8Array;
}

const prefix = '/v2/distribution/books';

/** Answers one call to the service. @throws Refusal for what is not granted. */
export async function answerTo(shelf: Shelf, look: LookAt, call: Call): Promise<Reply> {
  const stranger = call.key !== shelf.key;
  if (stranger && shelf.bent('strangers-delete') && call.method === 'DELETE')
    route(shelf, look, call);
  if (stranger && !letIn(shelf, call)) {
    const { text, mediaType } = shelf.character.unauthorised;
    return { status: shelf.bent('strangers-are-forbidden') ? 403 : 401, text, mediaType };
  }
  if (shelf.bent('updates-collide') && call.method === 'PATCH') return late(shelf, look, call);
  return route(shelf, look, call);
}

function letIn(shelf: Shelf, { key, method }: Call): boolean {
  if (shelf.bent('any-key-opens') && key !== undefined) return true;
  return shelf.bent('reading-needs-no-key') && key === undefined && method === 'GET';
}

/** Changes the book as it was when the call arrived, and writes all of it back. */
async function late(shelf: Shelf, look: LookAt, call: Call): Promise<Reply> {
  const id = segmentsOf(call)[0]?.toLowerCase() ?? '';
  const before = shelf.books.get(id)?.fields;
  await wait(8);
  const book = shelf.books.get(id);
  if (book !== undefined && before !== undefined) book.fields = before;
  return route(shelf, look, call);
}

function segmentsOf({ url }: Call): string[] {
  return url.pathname.slice(prefix.length).split('/').slice(1).map(decodeURIComponent);
}

function route(shelf: Shelf, look: LookAt, call: Call): Reply {
  const { method, url } = call;
  if (url.pathname !== prefix && !url.pathname.startsWith(`${prefix}/`)) throw absent('page');
  const [first, second, third, fourth, ...rest] = segmentsOf(call);
  const at = `${method} ${segmentsOf(call).length}`;
  if (at === 'GET 0') return list(shelf, look, url);
  if (at === 'POST 0') return create(shelf, jsonOf(shelf, call));
  if (first === undefined || rest.length > 0) throw absent('page');
  if (at === 'GET 2' && first === 'external-id') return lookUp(shelf, second ?? '');
  const ask = { shelf, call, id: first };
  if (at === 'GET 1') return readOne(ask);
  if (at === 'PATCH 1') return update(shelf, find(ask), jsonOf(shelf, call));
  if (at === 'DELETE 1') return remove(shelf, find(ask));
  if (at === 'POST 2') return act(ask, second ?? '');
  if (at === 'PATCH 4' && second === 'file' && fourth === 'attach') {
    const fileId = pathId(shelf, 'fileId', third ?? '');
    return attach(shelf, { book: find(ask), fileId }, jsonOf(shelf, call, 'attach'));
  }
  throw absent('page');
}

interface Ask {
  readonly shelf: Shelf;
  readonly call: Call;
  readonly id: string;
}

function readOne(ask: Ask): Reply {
  const { shelf, id } = ask;
  if (shelf.bent('unknown-book-as-422') && !shelf.books.has(id.toLowerCase())) {
    throw new Refusal(422, 'no such book');
  }
  const book = find(ask);
  const json = whole(shelf, book);
  if (shelf.bent('reading-reopens')) book.status = 'draft';
  return { status: 200, json };
}

function act(ask: Ask, verb: string): Reply {
  const { shelf, call } = ask;
  if (verb === 'upload') return grant(shelf, find(ask), jsonOf(shelf, call, 'upload'));
  if (verb !== 'publish' && verb !== 'unpublish') throw absent('page');
  if (call.bytes.length > 0 && shelf.character.strict) jsonOf(shelf, call);
  if (verb === 'publish') return publish(shelf, find(ask));
  const id = pathId(shelf, 'bookPublicId', ask.id);
  if (shelf.bent('withdraws-the-unknown') && !shelf.books.has(id)) return { status: 204 };
  return unpublish(shelf, find(ask));
}

function find({ shelf, id }: Ask): Book {
  const book = shelf.books.get(pathId(shelf, 'bookPublicId', id));
  if (book === undefined || book.gone) throw absent('book');
  return book;
}

function pathId(shelf: Shelf, name: string, text: string): string {
  if (isUuid(text)) return text.toLowerCase();
  if (shelf.character.badPathId === 404) throw absent('book');
  throw new Refusal(400, `${name} is not a UUID`, {
    flaws: [{ name, reason: 'is not a UUID', status: 400 }],
  });
}

/** The JSON of a call; `where` names the calls that one fault each leaves unchecked. */
function jsonOf(shelf: Shelf, call: Call, where?: 'attach' | 'upload'): unknown {
  const plain = (call.contentType ?? '').split(';')[0]?.trim().toLowerCase();
  const unread = where !== undefined && shelf.bent(`${where}-takes-any-type`);
  if (plain !== 'application/json' && !unread) {
    throw new Refusal(400, 'JSON was expected', {
      flaws: [{ name: 'content-type', reason: 'is not JSON', status: 400 }],
    });
  }
  try {
    const parsed: unknown = JSON.parse(Buffer.from(call.bytes).toString('utf8'));
    return isBag(parsed) ? { ...parsed } : parsed;
  } catch {
    throw new Refusal(400, 'the body is not JSON', {
      flaws: [{ name: 'body', reason: 'is not JSON', status: 400 }],
    });
  }
}
