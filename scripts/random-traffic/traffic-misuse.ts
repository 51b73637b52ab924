/** Random traffic that should be refused: unknown ids, bad keys, bad bodies. */
import { drawUuid, pick } from './random.ts';
import { sendCall, hash, type CallParts, type KnownBook, type Traffic } from './traffic-calls.ts';
import { prefixes } from './traffic-files.ts';
import { drawBook, drawQuery, drawUpdate } from './traffic-values.ts';

const attachBody = { filename: 'a.bin', hashSha256: hash('a') };

/** Lists one call of each kind. */
function listCalls(id: string, { random, now }: Traffic): readonly CallParts[] {
  const descriptor = { ...attachBody, referenceId: 'a', role: 'ebook_cover' };
  return [
    ['GET', `/books/${id}`],
    ['GET', `/books?${drawQuery(random)}`],
    ['GET', `/books/external-id/nobody-${Math.floor(random() * 1e6)}`],
    ['POST', '/books', drawBook(random, now())],
    ['PATCH', `/books/${id}`, { title: 'Another title' }],
    ['POST', `/books/${id}/upload`, [descriptor]],
    ['PATCH', `/books/${id}/file/${drawUuid(random)}/attach`, attachBody],
    ['POST', `/books/${id}/publish`, {}],
    ['POST', `/books/${id}/unpublish`, {}],
    ['DELETE', `/books/${id}`, {}],
  ];
}

function drawCall(id: string, traffic: Traffic): CallParts {
  const calls = listCalls(id, traffic);
  return calls[Math.floor(traffic.random() * calls.length)] ?? ['GET', `/books/${id}`];
}

export async function callUnknownBook(traffic: Traffic, book: KnownBook): Promise<void> {
  const { random } = traffic;
  const id = random() < 0.8 ? drawUuid(random) : book.id;
  await sendCall(traffic, ...drawCall(id, traffic));
}

export async function callWithBadKey(traffic: Traffic, book: KnownBook): Promise<void> {
  const { random, send } = traffic;
  const [method, path, body] = drawCall(book.id, traffic);
  await send({
    method,
    path,
    headers: {
      ...(random() < 0.5 ? {} : { apikey: pick(random, ['wrong', `${traffic.key}x`]) }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

export async function callWithBadBody(traffic: Traffic, book: KnownBook): Promise<void> {
  const { random, send, key } = traffic;
  const file = book.files.at(-1)?.id ?? drawUuid(random);
  const [method, path, body] = pick<CallParts>(random, [
    ['POST', '/books', drawBook(random, traffic.now())],
    ['PATCH', `/books/${book.id}`, { title: 'A title' }],
    ['PATCH', `/books/${book.id}`, drawUpdate(random, traffic.now())],
    ['POST', `/books/${book.id}/upload`, []],
    [
      'POST',
      `/books/${book.id}/upload`,
      [
        {
          referenceId: 'a',
          filename: 'a',
          hashSha256: 'abc',
          role: `${prefixes[book.format]}_cover`,
        },
      ],
    ],
    ['POST', `/books/${book.id}/upload`, [{ role: 'audio_cover', referenceId: 7 }]],
    ['POST', `/books/${book.id}/upload`, [{ ...attachBody, role: 'ebook_cover' }]],
    ['PATCH', `/books/${book.id}/file/${file}/attach`, { hashSha256: 5 }],
    ['PATCH', `/books/${book.id}/file/${file}/attach`, attachBody],
  ]);
  const type = random() < 0.5 ? 'text/plain' : 'application/json';
  const headers = { apikey: key, 'content-type': type };
  await send({ method, path, headers, body: JSON.stringify(body) });
}
