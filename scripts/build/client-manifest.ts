/** Creates the client's package.json, with the toolkit's version and no dependencies. */

/** The fields that the client's manifest copies from the toolkit's. */
export interface ToolkitManifest {
  readonly version: string;
  readonly license: string;
  readonly engines: Readonly<Record<string, string>>;
  readonly repository?: unknown;
}

/** Returns the client's package.json. Both packages have the same version, because both follow one contract. */
export function createClientManifest(toolkit: ToolkitManifest) {
  return {
    name: 'book-distribution-client',
    version: toolkit.version,
    description: 'A small typed client of the book distribution service.',
    license: toolkit.license,
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
