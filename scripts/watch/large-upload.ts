/** Uploads a file of any size without keeping it in memory. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import {
  createBook,
  send,
  getTextAt,
  type CallerEnvironment,
} from '../../src/traffic/scenes/index.ts';

const chunkSize = 1 << 18;

/** Yields the bytes of a track. All chunks differ. */
function* createTrack(size: number): Generator<Buffer> {
  for (let at = 0; at < size; at += chunkSize) {
    const chunk = Buffer.alloc(Math.min(chunkSize, size - at), at % 251);
    chunk.write(at === 0 ? 'ID3' : String(at));
    yield chunk;
  }
}

/** Requests a URL, uploads and attaches a file; returns a message for each failed step. */
export async function uploadTrack(environment: CallerEnvironment, size: number): Promise<string[]> {
  const hash = createHash('sha256');
  for (const chunk of createTrack(size)) hash.update(chunk);
  const declared = { filename: 'long.mp3', hashSha256: hash.digest('hex') };
  const book = await createBook(environment);
  const granted = await send(environment, `POST /books/${book}/upload`, {
    body: [{ referenceId: 'long', role: 'audio_content', ...declared }],
  });
  const status = await putTrack(getTextAt(granted, 'data', 0, 'attributes', 'url'), size);
  const file = getTextAt(granted, 'data', 0, 'id');
  const attached = await environment.fetch(`${environment.api}/books/${book}/file/${file}/attach`, {
    method: 'PATCH',
    headers: { apikey: environment.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify(declared),
  });
  return [
    ...(status === 200 ? [] : [`PUT: ${status}`]),
    ...(attached.ok ? [] : [`attach: ${attached.status} ${await attached.text()}`]),
  ];
}

async function putTrack(url: string, size: number): Promise<number> {
  const headers = { 'content-type': 'audio/mpeg', 'content-length': size };
  const outgoing = request(url, { method: 'PUT', headers });
  const status = new Promise<number>((resolve, reject) => {
    outgoing.on('error', reject);
    outgoing.on('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
  });
  for (const chunk of createTrack(size)) if (!outgoing.write(chunk)) await once(outgoing, 'drain');
  outgoing.end();
  return status;
}
