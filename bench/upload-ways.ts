/** The ways to hash and to send a file that are compared: programs of a process each, the client's as built. */

const built = (name: string): string =>
  JSON.stringify(new URL(`../dist/src/client/${name}.js`, import.meta.url).href);

/**
 * Does the work with a small file first, so that all it needs is loaded; then says how long it took with the
 * large one, what that cost the process in CPU, and the most memory it ever held.
 */
function timed(loaded: string, work: string): string {
  return `
    ${loaded}
    const [large, small, url] = process.argv.slice(1);
    const work = async (file) => { ${work} };
    await work(small);
    const before = process.cpuUsage();
    const began = performance.now();
    await work(large);
    const took = (performance.now() - began) / 1000;
    const { user, system } = process.cpuUsage(before);
    console.log(took, (user + system) / 1e6, process.resourceUsage().maxRSS);
    process.exit();
  `;
}

const ownFile = `
  import { sourceOf } from ${built('upload-source')};
  import { systemTime as time } from ${built('time')};
`;

const ownHash = `
  ${ownFile}
  import { hashSource } from ${built('hash-source')};
  const hashed = async (file) => {
    const opened = await (await sourceOf({ path: file })).open();
    await hashSource(opened, { signal: undefined, onBytes: () => undefined });
  };
`;

const plainHash = `
  import { createHash } from 'node:crypto';
  import { createReadStream } from 'node:fs';
  const hashed = async (file) => {
    const hash = createHash('sha256');
    for await (const piece of createReadStream(file)) hash.update(piece);
    hash.digest('hex');
  };
`;

const calls = `
  import { uploadFiles } from ${built('upload-files')};
  import { systemTime as time } from ${built('time')};
  const calls = {
    requestUploads: async () => [{ id: crypto.randomUUID(), url }],
    attach: async () => undefined,
    update: async () => undefined,
    get: async () => ({ attributes: {} }),
    storageFetch: undefined, time, random: Math.random,
  };
`;

export const ways = {
  hash: timed(ownHash, `await hashed(file);`),
  'hash-three': timed(ownHash, `await Promise.all([1, 2, 3].map(() => hashed(file)));`),
  'hash-plain': timed(plainHash, `await hashed(file);`),
  'hash-three-plain': timed(plainHash, `await Promise.all([1, 2, 3].map(() => hashed(file)));`),
  // What no way of reading can outdo: the hash itself, which is quick where the processor knows SHA-256.
  'hash-memory': timed(
    `import { createHash } from 'node:crypto'; import { statSync } from 'node:fs';`,
    `const hash = createHash('sha256');
     const piece = new Uint8Array(2 ** 20).fill(7);
     for (let left = statSync(file).size; left > 0; left -= piece.length) {
       hash.update(left < piece.length ? piece.subarray(0, left) : piece);
     }
     hash.digest('hex');`,
  ),
  put: timed(
    `${ownFile} import { send } from ${built('upload-put')};`,
    `const source = await (await sourceOf({ path: file })).open();
     const sending = { url, type: 'audio/mpeg', source, stallMs: 60000, onBytes: () => undefined };
     const { verdict } = await send(sending, { storageFetch: undefined, time });
     if (verdict !== 'stored') throw new Error(verdict);`,
  ),
  'put-plain': timed(
    `import { createReadStream } from 'node:fs'; import { stat } from 'node:fs/promises';
     import { request } from 'node:http'; import { pipeline } from 'node:stream/promises';`,
    `const headers = { 'content-length': (await stat(file)).size };
     const put = request(url, { method: 'PUT', headers });
     const answered = new Promise((resolve) => put.once('response', (one) => one.resume().once('end', resolve)));
     await pipeline(createReadStream(file, { highWaterMark: 2 ** 20 }), put);
     await answered;`,
  ),
  upload: timed(
    calls,
    `await uploadFiles(calls, { bookId: 'b', files: [{ role: 'audio_content', path: file }] }, {});`,
  ),
  'upload-three': timed(
    calls,
    `const files = ['1', '2', '3'].map((name) => ({ role: 'audio_content', path: file, filename: name + '.mp3' }));
     await uploadFiles(calls, { bookId: 'b', files }, {});`,
  ),
} as const;

export type Way = keyof typeof ways;
