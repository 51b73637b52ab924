/** Random calls, well formed and deliberately bad. */
import { createHash } from 'node:crypto';
import { oddity, spoiled, unknownId, type Draw } from './draw.ts';
import { bookFields, changes, descriptors, kinds } from './random-bodies.ts';

export interface RandomCall {
  readonly method: string;
  /** Below the prefix; a whole URL for an upload. */
  readonly path: string;
  readonly key: 'own' | 'none' | 'wrong';
  readonly contentType: string | undefined;
  readonly json?: unknown;
  readonly bytes?: Uint8Array;
}

type Make = (draw: Draw) => RandomCall;

/** With key and content type, which are wrong now and then. */
function keyed(call: Pick<RandomCall, 'method' | 'path' | 'json'>, draw: Draw): RandomCall {
  const plain = call.json === undefined ? undefined : 'application/json';
  const others = ['text/plain', 'application/xml', 'application/ld+json'] as const;
  return {
    ...call,
    key: draw.chance(0.02) ? 'none' : draw.chance(0.02) ? 'wrong' : 'own',
    contentType: draw.chance(0.02) ? draw.pick(others) : plain,
  };
}

function anyBook(draw: Draw): string {
  const known = draw.pickOf(draw.pool.books)?.id;
  return draw.chance(0.06) || known === undefined ? unknownId(draw) : known;
}

function bookPath(draw: Draw): string {
  const bad = draw.pick(['nonsense', '1', '%20', 'not-a-uuid']);
  const id = anyBook(draw);
  return `/books/${draw.chance(0.02) ? bad : draw.chance(0.02) ? id.toUpperCase() : id}`;
}

const create: Make = (draw) => {
  const fields = bookFields(draw.pick(['ebook', 'audio', 'print']), draw);
  const json = draw.chance(0.35) ? spoiled(fields, draw) : fields;
  return keyed(
    { method: 'POST', path: '/books', json: draw.chance(0.02) ? oddity(draw) : json },
    draw,
  );
};

const list: Make = (draw) => {
  const { chance, pick } = draw;
  const query = new URLSearchParams({
    ...(chance(0.5) ? { page: pick(['1', '2', '3', '50', '0', '-1', 'x', '1.5', '']) } : {}),
    ...(chance(0.6) ? { perPage: pick(['1', '2', '5', '50', '100', '101', '0', 'many', '']) } : {}),
    ...(chance(0.4)
      ? { sort: pick(['createdAt', 'title', 'productIdentifier', 'TITLE', 'x']) }
      : {}),
    ...(chance(0.3) ? { format: pick(['ebook', 'audio', 'print', 'EBOOK', 'pdf', '']) } : {}),
    ...(chance(0.3) ? { language: pick(['EN', 'de', 'zz', 'english', '']) } : {}),
    ...(chance(0.05) ? { colour: 'red' } : {}),
  });
  return keyed({ method: 'GET', path: `/books?${query.toString()}` }, draw);
};

const read: Make = (draw) => keyed({ method: 'GET', path: bookPath(draw) }, draw);

const lookUp: Make = (draw) => {
  const known = draw.pickOf(draw.pool.books)?.externalId ?? 'none';
  const id = draw.chance(0.2) ? `nobody-${draw.count()}` : known;
  const spelled = draw.chance(0.05) ? id.toUpperCase() : id;
  return keyed({ method: 'GET', path: `/books/external-id/${encodeURIComponent(spelled)}` }, draw);
};

const update: Make = (draw) => {
  const book = draw.pickOf(draw.pool.books);
  const json = changes(book, draw);
  const path = draw.chance(0.95) && book ? `/books/${book.id}` : bookPath(draw);
  return keyed(
    { method: 'PATCH', path, json: draw.chance(0.35) ? spoiled(json, draw) : json },
    draw,
  );
};

const requestUploads: Make = (draw) => {
  const book = draw.pickOf(draw.pool.books);
  const json = draw.chance(0.02) ? oddity(draw) : descriptors(book?.format, draw);
  const path = draw.chance(0.95) && book ? `/books/${book.id}` : bookPath(draw);
  return keyed({ method: 'POST', path: `${path}/upload`, json }, draw);
};

const put: Make = (draw) => {
  const { files } = draw.pool;
  const file = draw.chance(0.7) ? files.at(-1) : draw.pickOf(files);
  if (file === undefined) return list(draw);
  return {
    method: 'PUT',
    path: file.url,
    key: 'none',
    contentType: draw.chance(0.95) ? kinds[file.role]?.[1] : 'text/plain',
    bytes: draw.chance(0.9) ? file.bytes : Buffer.from('other bytes'),
  };
};

const attach: Make = (draw) => {
  const { sent, files } = draw.pool;
  const file = draw.chance(0.8) ? sent.at(-1) : (draw.pickOf(sent) ?? files.at(-1));
  if (file === undefined) return list(draw);
  const other = createHash('sha256').update('x').digest('hex');
  const json = {
    filename: draw.chance(0.95) ? file.filename : 'other.bin',
    hashSha256: draw.chance(0.95) ? file.hash : other,
  };
  const book = draw.chance(0.95) ? file.bookId : anyBook(draw);
  const id = draw.chance(0.97) ? file.id : unknownId(draw);
  const path = `/books/${book}/file/${id}/attach`;
  return keyed(
    { method: 'PATCH', path, json: draw.chance(0.1) ? spoiled(json, draw) : json },
    draw,
  );
};

function bookCall(method: string, ending: string): Make {
  return (draw) => {
    const path = `${bookPath(draw)}${ending}`;
    return keyed({ method, path, ...(draw.chance(0.8) ? { json: {} } : {}) }, draw);
  };
}

/** Each kind of call with its share of a hundred. */
const shares: readonly (readonly [share: number, make: Make])[] = [
  [10, create],
  [10, list],
  [20, read],
  [5, lookUp],
  [15, update],
  [10, requestUploads],
  [10, put],
  [8, attach],
  [6, bookCall('POST', '/publish')],
  [3, bookCall('POST', '/unpublish')],
  [3, bookCall('DELETE', '')],
];

const bag = shares.flatMap(([share, make]) => Array.from({ length: share }, () => make));

export function randomCall(draw: Draw): RandomCall {
  const make = draw.pool.books.length < 3 ? create : (draw.pickOf(bag) ?? read);
  return make(draw);
}
