/** Weighs the client as a bundler would bring it to a browser, and fails where a part outgrew its limit. */
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type Plugin } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What is loaded by then, and how many bytes it may be, minified and gzipped in one file. */
interface Part {
  readonly name: string;
  readonly imports: readonly string[];
  readonly mostBytes: number;
}

const core = 'export { createDistribution } from "./src/client/index.ts";';
const loaded = (...names: readonly string[]): readonly string[] =>
  names.map((name) => `export * from "./src/client/${name}.ts";`);

/** Every call of an upload that goes well: of a Blob, without chapters, journal or progress. */
const upload = loaded('attach-once', 'upload-files');
const inBrowser = loaded('hash-sha256');
const fromDisk = loaded('upload-path', 'upload-body-streamed', 'upload-over-http', 'hash-aside');
const asAsked = loaded('upload-chapters', 'upload-journal-file', 'upload-progress');
const afterFailures = loaded(
  'refusal',
  'weigh-end',
  'attached-before',
  'upload-attach-refused',
  'upload-failed',
  'upload-file-setbacks',
  'upload-next-attempt',
  'upload-put-failed',
);

const parts: readonly Part[] = [
  { name: 'core', imports: [core], mostBytes: 8_000 },
  { name: 'core and raw calls', imports: [core, ...loaded('raw-in-time')], mostBytes: 8_600 },
  { name: 'core and an upload of a Blob', imports: [core, ...upload], mostBytes: 10_000 },
  {
    name: '... hashed by the client, as in a browser',
    imports: [core, ...upload, ...inBrowser],
    mostBytes: 10_800,
  },
  {
    name: '... of a file in Node, with chapters, journal and progress',
    imports: [core, ...upload, ...fromDisk, ...asAsked],
    mostBytes: 13_200,
  },
  {
    name: '... of all that, after every kind of failure',
    imports: [core, ...upload, ...inBrowser, ...fromDisk, ...asAsked, ...afterFailures],
    mostBytes: 16_400,
  },
  {
    name: 'core and a flow with chapters',
    imports: [core, ...upload, ...loaded('upload-chapters', 'run-flow')],
    mostBytes: 12_000,
  },
  {
    name: 'core and the pre-flight',
    imports: [core, 'export { preflight } from "./src/preflight/index.ts";'],
    mostBytes: 10_500,
  },
];

/** Leaves out what a call loads when it needs it, and, as the package says of its files, what nobody uses. */
const firstLoad: Plugin = {
  name: 'first load',
  setup: (bundler) => {
    bundler.onResolve({ filter: /^[.].*[.]ts$/ }, ({ kind, path, importer, resolveDir }) => {
      if (kind === 'dynamic-import') return { path, external: true };
      const folder = importer === '<stdin>' ? resolveDir : dirname(importer);
      return { path: resolve(folder, path), sideEffects: false };
    });
  },
};

async function bytesOf({ imports }: Part): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: imports.join('\n'), resolveDir: root },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    write: false,
    plugins: [firstLoad],
  });
  return outputFiles.reduce((sum, { contents }) => sum + gzipSync(contents).length, 0);
}

for (const part of parts) {
  const bytes = await bytesOf(part);
  const fits = bytes <= part.mostBytes;
  if (!fits) process.exitCode = 1;
  const kilobytes = (count: number) => `${(count / 1_000).toFixed(2)} kB`;
  console.log(
    `${fits ? 'fits ' : 'LARGE'} ${part.name}: ${kilobytes(bytes)} of ${kilobytes(part.mostBytes)}`,
  );
}
