/** Writes the reference of the client as Markdown, with TypeDoc. */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runProgram } from '../../shell/index.ts';
import type { PeerFiles } from '../peers.ts';

/** The sources in a checkout, or the declarations in the published package. */
const entryPaths = ['../../../client/index.ts', '../../../client/index.d.ts'];

/**
 * Writes the reference as Markdown files.
 * @param workFolder a folder for the compiler's settings
 * @returns the folder of the Markdown files
 * @throws CannotDo with the message of TypeDoc
 */
export async function writeClientReference(peers: PeerFiles, workFolder: string): Promise<string> {
  const entry = entryPaths
    .map((path) => fileURLToPath(new URL(path, import.meta.url)))
    .find((path) => existsSync(path));
  if (entry === undefined) throw new Error('The sources of the client are missing.');
  const tsconfig = join(workFolder, 'tsconfig.json');
  const out = join(workFolder, 'reference');
  await writeFile(tsconfig, JSON.stringify({ compilerOptions, files: [entry] }));
  const options = join(workFolder, 'typedoc.json');
  const paths = { entryPoints: [entry], tsconfig, plugin: [peers.typedocMarkdown], out };
  await writeFile(options, JSON.stringify({ ...settings, ...paths }));
  const args = ['--options', options];
  await runProgram({ name: 'TypeDoc', file: peers.typedoc, cwd: workFolder, args });
  return out;
}

const compilerOptions = {
  target: 'es2023',
  module: 'nodenext',
  lib: ['ES2023', 'DOM', 'DOM.Iterable'],
  types: [],
  strict: true,
  skipLibCheck: true,
  noEmit: true,
  allowImportingTsExtensions: true,
};

const settings = {
  entryFileName: 'index.md',
  readme: 'none',
  logLevel: 'Error',
  disableSources: true,
  disableGit: true,
  skipErrorChecking: true,
  excludeInternal: true,
  excludePrivate: true,
  // The API reference shows the generated types.
  excludeExternals: true,
  exclude: ['**/src/generated/**'],
  hidePageHeader: true,
  hideBreadcrumbs: true,
  useCodeBlocks: true,
  parametersFormat: 'table',
  typeDeclarationFormat: 'table',
  indexFormat: 'table',
};
