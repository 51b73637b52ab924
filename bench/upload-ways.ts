/** The ways to hash and send a file that are compared: one program each, with the built client. */

const built = JSON.stringify(new URL('../dist/client/index.mjs', import.meta.url).href);

/**
 * Works on a small file first, so that everything is loaded. Then prints the time for the large one, the
 * CPU time of the process, and its maximum memory.
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

/** A service in the same process, so that only the storage is a server. */
const client = `
  import { createDistribution } from ${built};
  const fetch = async ({ url: asked }) => asked.endsWith('/upload')
    ? Response.json([{ id: crypto.randomUUID(), url }], { status: 201 })
    : Response.json({});
  const { books } = createDistribution({ baseUrl: 'http://service', apiKey: 'bench-key', fetch });
`;

/** The minimum that any program has to do: hash the file and send it by fetch, in pieces of the same length. */
const plain = `
  import { createHash } from 'node:crypto';
  import { createReadStream } from 'node:fs';
  import { stat } from 'node:fs/promises';
  import { Readable } from 'node:stream';
  const pieces = { highWaterMark: 2 ** 20 };
`;

export const ways = {
  upload: timed(client, `await books.upload('b', [{ role: 'audio_content', path: file }]);`),
  'upload-three': timed(
    client,
    `const files = ['1', '2', '3'].map((name) => ({ role: 'audio_content', path: file, filename: name + '.mp3' }));
     await books.upload('b', files);`,
  ),
  plain: timed(
    plain,
    `const hash = createHash('sha256');
     for await (const piece of createReadStream(file, pieces)) hash.update(piece);
     hash.digest('hex');
     const headers = { 'content-length': String((await stat(file)).size) };
     const body = Readable.toWeb(createReadStream(file, pieces));
     const init = { method: 'PUT', body, headers, duplex: 'half', redirect: 'error' };
     await (await fetch(url, init)).text();`,
  ),
} as const;

export type Way = keyof typeof ways;
