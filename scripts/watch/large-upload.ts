/** An upload of any size that is never whole in memory. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import {
  createBook,
  send,
  textAt,
  type CallerEnvironment,
} from '../../src/traffic/scenes/index.ts';

const chunkSize = 1 << 18;

/** Yields the bytes of a track: each chunk differs from all others. */
function* track(size: number): Generator<Buffer> {
  for (let at = 0; at < size; at += chunkSize) {
    const chunk = Buffer.alloc(Math.min(chunkSize, size - at), at % 251);
    chunk.write(at === 0 ? 'ID3' : String(at));
    yield chunk;
  }
}

/** Requests, puts and attaches a file; returns the status of each step that was refused. */
export async function uploadTrack(around: CallerEnvironment, size: number): Promise<string[]> {
  const hash = createHash('sha256');
  for (const chunk of track(size)) hash.update(chunk);
  const declared = { filename: 'long.mp3', hashSha256: hash.digest('hex') };
  const book = await createBook(around);
  const granted = await send(around, `POST /books/${book}/upload`, {
    body: [{ referenceId: 'long', role: 'audio_content', ...declared }],
  });
  const status = await put(textAt(granted, 'data', 0, 'attributes', 'url'), size);
  const file = textAt(granted, 'data', 0, 'id');
  const attached = await around.fetch(`${around.api}/books/${book}/file/${file}/attach`, {
    method: 'PATCH',
    headers: { apikey: around.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify(declared),
  });
  return [
    ...(status === 200 ? [] : [`PUT answered ${status}`]),
    ...(attached.ok ? [] : [`attach answered ${attached.status}: ${await attached.text()}`]),
  ];
}

async function put(url: string, size: number): Promise<number> {
  const headers = { 'content-type': 'audio/mpeg', 'content-length': size };
  const sent = request(url, { method: 'PUT', headers });
  const status = new Promise<number>((resolve, reject) => {
    sent.on('error', reject);
    sent.on('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
  });
  for (const chunk of track(size)) if (!sent.write(chunk)) await once(sent, 'drain');
  sent.end();
  return status;
}
