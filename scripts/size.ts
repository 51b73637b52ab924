/** Measures the client as a bundler would ship it to a browser. Fails if a part exceeds its limit. */
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));

interface Part {
  readonly name: string;
  /** A program that imports the part. */
  readonly source: string;
  /** The limit for its bundle, minified and gzipped. */
  readonly maxBytes: number;
}

const parts: readonly Part[] = [
  {
    name: 'everything the main entry exports',
    source: 'export * from "./src/client/index.ts";',
    maxBytes: 20_000,
  },
  {
    name: 'everything and the pre-flight',
    source: 'export * from "./src/client/index.ts"; export * from "./src/preflight/index.ts";',
    maxBytes: 24_250,
  },
];

async function measureBundle({ source }: Part): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: root },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    write: false,
  });
  return outputFiles.reduce((sum, { contents }) => sum + gzipSync(contents).length, 0);
}

for (const part of parts) {
  const bytes = await measureBundle(part);
  const fits = bytes <= part.maxBytes;
  if (!fits) process.exitCode = 1;
  const kilobytes = (count: number) => `${(count / 1_000).toFixed(2)} kB`;
  console.log(
    `${fits ? 'fits ' : 'LARGE'} ${part.name}: ${kilobytes(bytes)} of ${kilobytes(part.maxBytes)}`,
  );
}
