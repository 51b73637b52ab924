/** Measures the client as a bundler would ship it to a browser. Fails if a part exceeds its limit. */
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));

/** A program's import, and the limit for its bundle in bytes, minified and gzipped. */
interface Part {
  readonly name: string;
  readonly source: string;
  readonly mostBytes: number;
}

const parts: readonly Part[] = [
  {
    name: 'everything the main entry exports',
    source: 'export * from "./src/client/index.ts";',
    mostBytes: 20_000,
  },
  {
    name: 'everything and the pre-flight',
    source: 'export * from "./src/client/index.ts"; export * from "./src/preflight/index.ts";',
    mostBytes: 24_250,
  },
];

async function weigh({ source }: Part): Promise<number> {
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
  const bytes = await weigh(part);
  const fits = bytes <= part.mostBytes;
  if (!fits) process.exitCode = 1;
  const kilobytes = (count: number) => `${(count / 1_000).toFixed(2)} kB`;
  console.log(
    `${fits ? 'fits ' : 'LARGE'} ${part.name}: ${kilobytes(bytes)} of ${kilobytes(part.mostBytes)}`,
  );
}
