/** Weighs the client as a bundler would bring it to a browser, and fails where a part outgrew its limit. */
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type Plugin } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What is imported in one go, and how many bytes it may be, minified and gzipped. */
interface Part {
  readonly name: string;
  readonly imports: readonly string[];
  readonly mostBytes: number;
}

const core = 'export { createDistribution } from "./src/client/index.ts";';
const upload = ['attach-once', 'upload-files'].map(
  (file) => `export * from "./src/client/${file}.ts";`,
);

const parts: readonly Part[] = [
  { name: 'core', imports: [core], mostBytes: 8_000 },
  { name: 'core, once files are uploaded', imports: [core, ...upload], mostBytes: 16_250 },
  {
    name: 'core, once a flow is under way',
    imports: [core, ...upload, 'export * from "./src/client/run-flow.ts";'],
    mostBytes: 17_500,
  },
  {
    name: 'core with the pre-flight',
    imports: [core, 'export { preflight } from "./src/preflight/index.ts";'],
    mostBytes: 13_500,
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
