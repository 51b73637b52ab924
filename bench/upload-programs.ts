/** The programs that the upload benchmark compares: each hashes and sends a file. */
const builtClient = JSON.stringify(new URL('../dist/client/index.mjs', import.meta.url).href);

/**
 * Returns a program that processes a small file first, so that all modules are loaded. Then it processes the
 * large file, and prints the time, the CPU time and the maximum memory of the process.
 */
function createProgram(setup: string, work: string): string {
  return `
    ${setup}
    const [large, small, url] = process.argv.slice(1);
    const work = async (file) => { ${work} };
    await work(small);
    const before = process.cpuUsage();
    const start = performance.now();
    await work(large);
    const seconds = (performance.now() - start) / 1000;
    const { user, system } = process.cpuUsage(before);
    console.log(seconds, (user + system) / 1e6, process.resourceUsage().maxRSS);
    process.exit();
  `;
}

/** The client, with a service in the same process, so that only the storage is a server. */
const client = `
  import { createDistribution } from ${builtClient};
  const fetch = async (request) => request.url.endsWith('/upload')
    ? Response.json([{ id: crypto.randomUUID(), url }], { status: 201 })
    : Response.json({});
  const { books } = createDistribution({ baseUrl: 'http://service', apiKey: 'bench-key', fetch });
`;

/** The minimum for any program: it hashes the file and sends it with `fetch`, in chunks of the same size as the client's. */
const plain = `
  import { createHash } from 'node:crypto';
  import { createReadStream } from 'node:fs';
  import { stat } from 'node:fs/promises';
  import { Readable } from 'node:stream';
  const chunks = { highWaterMark: 2 ** 20 };
`;

export const programs = {
  upload: createProgram(
    client,
    `await books.upload('b', [{ role: 'audio_content', path: file }]);`,
  ),
  'upload-three': createProgram(
    client,
    `const files = ['1', '2', '3'].map((name) => ({ role: 'audio_content', path: file, filename: name + '.mp3' }));
     await books.upload('b', files);`,
  ),
  plain: createProgram(
    plain,
    `const hash = createHash('sha256');
     for await (const chunk of createReadStream(file, chunks)) hash.update(chunk);
     hash.digest('hex');
     const headers = { 'content-length': String((await stat(file)).size) };
     const body = Readable.toWeb(createReadStream(file, chunks));
     const init = { method: 'PUT', body, headers, duplex: 'half', redirect: 'error' };
     await (await fetch(url, init)).text();`,
  ),
} as const;

export type ProgramName = keyof typeof programs;
