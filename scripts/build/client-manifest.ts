/** Writes the package.json of the client: its own, with the toolkit's version and one dependency. */

/** What the client's manifest takes over from the toolkit's. */
export interface ToolkitManifest {
  readonly version: string;
  readonly license: string;
  readonly engines: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly repository?: unknown;
}

/** The client's package.json. Its version moves with the toolkit's, since both follow one contract. */
export function clientManifest(toolkit: ToolkitManifest) {
  const openapiFetch = toolkit.dependencies['openapi-fetch'];
  if (openapiFetch === undefined) throw new Error('package.json no longer pins openapi-fetch.');
  return {
    name: 'book-distribution-client',
    version: toolkit.version,
    description: 'A small typed client of the book distribution service.',
    license: toolkit.license,
    ...(toolkit.repository === undefined ? {} : { repository: toolkit.repository }),
    type: 'module',
    sideEffects: false,
    engines: toolkit.engines,
    exports: {
      '.': { types: './client/index.d.ts', default: './client/index.js' },
      './otel': { types: './client/otel.d.ts', default: './client/otel.js' },
      './preflight': { types: './preflight/index.d.ts', default: './preflight/index.js' },
      './package.json': './package.json',
    },
    files: ['client', 'generated', 'preflight', 'rules'],
    // The toolkit pins what it was tested with; a client shares its user's copy within the same minor.
    dependencies: { 'openapi-fetch': `^${openapiFetch}` },
  };
}
