/** Builds the client's package for `import` and for `require`, with its package.json. */
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import { build } from 'tsdown';

/** The fields that the client's manifest copies from the toolkit's. */
interface ToolkitManifest {
  readonly version: string;
  readonly license: string;
  readonly author: string;
  readonly engines: Readonly<Record<string, string>>;
  readonly repository?: unknown;
}

/** Returns the client's package.json. Both packages have the same version, because both follow one contract. */
export function createClientManifest(toolkit: ToolkitManifest) {
  return {
    name: 'book-distribution-client',
    version: toolkit.version,
    description: 'A small typed client of the book distribution service.',
    keywords: ['book-distribution', 'client', 'openapi'],
    license: toolkit.license,
    author: toolkit.author,
    ...(toolkit.repository === undefined ? {} : { repository: toolkit.repository }),
    type: 'module',
    sideEffects: false,
    engines: toolkit.engines,
    // For resolvers that do not know exports.
    main: './index.cjs',
    types: './index.d.cts',
    exports: {
      '.': toExport('index'),
      './preflight': toExport('preflight'),
      './package.json': './package.json',
    },
    files: ['*.mjs', '*.cjs', '*.mts', '*.cts', '*.map'],
  };
}

function toExport(name: string) {
  return {
    import: { types: `./${name}.d.mts`, default: `./${name}.mjs` },
    require: { types: `./${name}.d.cts`, default: `./${name}.cjs` },
  };
}

const entry = {
  index: 'src/client/index.ts',
  preflight: 'src/preflight/index.ts',
};

/**
 * Writes the package into a folder. It contains openapi-fetch in the version with which the client is tested.
 * The modules are minified, because source maps show the original names. The maps contain no sources, which would
 * be larger than everything else.
 * @returns the number of files
 */
export async function buildClientPackage(
  root: string,
  folder: string,
  toolkit: ToolkitManifest,
): Promise<number> {
  await build({
    cwd: root,
    config: false,
    logLevel: 'warn',
    entry,
    outDir: folder,
    tsconfig: 'tsconfig.client.json',
    platform: 'neutral',
    target: 'es2022',
    format: ['esm', 'cjs'],
    fixedExtension: true,
    sourcemap: true,
    // Lines are kept, because Node shows the line of an uncaught error.
    minify: { compress: true, mangle: true, codegen: { removeWhitespace: false } },
    noExternal: [/^openapi-/],
    inlineOnly: false,
    dts: true,
  });
  for (const name of readdirSync(folder)) shrink(join(folder, name));
  const manifest = createClientManifest(toolkit);
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  cpSync(join(root, 'src/client/README.md'), join(folder, 'README.md'));
  const license = readFileSync(join(root, 'LICENSE'), 'utf8');
  const bundled = readFileSync(join(root, 'node_modules/openapi-fetch/LICENSE'), 'utf8');
  const notice = `This package contains openapi-fetch, under this licence:\n\n${bundled}`;
  writeFileSync(join(folder, 'LICENSE'), `${license.trimEnd()}\n\n---\n\n${notice}`);
  return readdirSync(folder).length;
}

/** Moves a comment at the end of a line to a line of its own: editors show it only there, for the property below. */
export function moveComments(declarations: string): string {
  return declarations.replaceAll(/([;{]) (\/\*\* .*? \*\/)$/gm, '$1\n$2');
}

/** Removes large parts that are rarely useful. */
function shrink(path: string): void {
  // Most programs load the ES module, whose map shows the same source lines.
  if (path.endsWith('.cjs.map')) return rmSync(path);
  const text = readFileSync(path, 'utf8');
  if (path.endsWith('.map')) {
    const map: unknown = JSON.parse(text);
    writeFileSync(path, JSON.stringify({ ...Object(map), sourcesContent: undefined }));
  }
  if (path.endsWith('.cjs')) {
    const { code } = transformSync(text, { format: 'cjs', minify: true });
    writeFileSync(path, code.replace(/\n\/\/# sourceMappingURL=.*/, ''));
  }
  if (!/\.d\.[cm]ts$/.test(path)) return;
  // Indentation would be a tenth of the package.
  const indented = moveComments(text).replaceAll(/^(?: {2})+/gm, '\t');
  // The examples of the contract would be a tenth of the comments.
  const example = /\n\s*\* @example[^\n]*(\n\s*\*(?![/] ?| @)[^\n]*)*/g;
  const contract = /\/\/#region src\/generated\/api\.d\.ts.*?\/\/#endregion/s;
  writeFileSync(
    path,
    indented.replace(contract, (region) => region.replaceAll(example, '')),
  );
}
