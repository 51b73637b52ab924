/** Random traffic with files: requests for URLs, uploads and attaches, mostly in the right order. */
import type { Json } from '../../src/contract/json-pointer.ts';
import { pick } from './random.ts';
import {
  sendCall,
  getGrants,
  hash,
  getString,
  getUrl,
  type KnownBook,
  type KnownFile,
  type Traffic,
} from './traffic-calls.ts';

/** The prefixes of file roles, by format. */
export const prefixes: Readonly<Record<string, string>> = {
  audio: 'audio',
  print: 'pod',
  ebook: 'ebook',
};
const mediaTypes = ['audio/mpeg', 'image/jpeg', 'application/epub+zip', 'application/pdf'] as const;

export async function uploadFiles(traffic: Traffic, book: KnownBook): Promise<void> {
  const { random } = traffic;
  const prefix = random() < 0.88 ? prefixes[book.format] : pick(random, ['audio', 'pod', 'ebook']);
  const parts = ['content', 'cover', ...(book.format === 'audio' ? ['content', 'content'] : [])];
  const files = parts
    .filter((_, at) => at === 0 || random() < 0.8)
    .map((part, at) => ({
      role: `${at > 0 && random() < 0.05 ? 'pod' : prefix}_${part}`,
      filename: pick(random, ['file.bin', 'çövér.jpg', 'a b.mp3']),
      content: `${'bytes '.repeat(random() < 0.03 ? 100_000 : 3)}${random()}`,
    }));
  const descriptors = files.map(({ role, filename, content }, at) => ({
    referenceId: `label-${at}`,
    role,
    filename,
    hashSha256: hash(content),
  }));
  const response = await sendCall(traffic, 'POST', `/books/${book.id}/upload`, descriptors);
  for (const [at, grant] of getGrants(response).entries()) {
    const file = files[at];
    const url = getUrl(grant);
    const id = getString(grant, 'id');
    if (file === undefined || url === undefined || id === undefined) continue;
    await uploadFile(traffic, book, { ...file, id, url });
  }
}

async function uploadFile(traffic: Traffic, book: KnownBook, file: KnownFile): Promise<void> {
  const { random } = traffic;
  const attach = `/books/${book.id}/file/${file.id}/attach`;
  const attachBody = { filename: file.filename, hashSha256: hash(file.content) };
  const put = (content: string): Promise<Json> =>
    traffic.send({
      method: 'PUT',
      path: file.url,
      headers: { 'content-type': pick(random, mediaTypes) },
      body: content,
    });
  if (random() < 0.08) await sendCall(traffic, 'PATCH', attach, attachBody);
  if (random() < 0.06) await traffic.advance(20 * 60_000);
  await put(random() < 0.92 ? file.content : 'other bytes');
  if (random() < 0.12) await put('bytes of a second upload');
  if (random() < 0.12)
    await sendCall(traffic, 'PATCH', attach, {
      ...attachBody,
      hashSha256: changeHash(attachBody.hashSha256),
    });
  if (random() < 0.08) await sendCall(traffic, 'PATCH', attach, { filename: file.filename });
  await sendCall(traffic, 'PATCH', attach, attachBody);
  if (random() < 0.12) await put('bytes of a second upload');
  if (random() < 0.12) await sendCall(traffic, 'PATCH', attach, attachBody);
  book.files.push(file);
}

/** Changes the last digit of a hash. */
function changeHash(hashSha256: string): string {
  return hashSha256.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
}

/** Uploads two files concurrently, then requests another URL for the first. */
export async function uploadConcurrently(traffic: Traffic, book: KnownBook): Promise<void> {
  const { random } = traffic;
  const role = `${prefixes[book.format]}_content`;
  const contents = [`first ${random()}`, `second ${random()}`];
  const descriptors = contents.map((content, at) => ({
    referenceId: `label-${at}`,
    role,
    filename: `${at}.bin`,
    hashSha256: hash(content),
  }));
  const response = await sendCall(traffic, 'POST', `/books/${book.id}/upload`, descriptors);
  const urls = getGrants(response).flatMap((grant) => getUrl(grant) ?? []);
  const [first = ''] = urls;
  if (first === '') return;
  const put = (path: string, body: string): Promise<Json> =>
    traffic.send({ method: 'PUT', path, headers: { 'content-type': 'audio/mpeg' }, body });
  const paths = random() < 0.5 ? urls : [first, first];
  await Promise.all(paths.map(async (path, at) => put(path, contents[at] ?? '')));
  if (random() < 0.5) await traffic.advance(20 * 60_000);
  await sendCall(traffic, 'POST', `/books/${book.id}/upload`, descriptors.slice(0, 1));
}
