/** Writes the API reference of both packages as Markdown, with TypeDoc. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Application, type TypeDocOptions } from 'typedoc';
import type { PluginOptions } from 'typedoc-plugin-markdown';
import type { Page } from './pages.ts';

const entryPoints = [
  'src/client/index.ts',
  'src/preflight/index.ts',
  'src/index.ts',
  'src/testing/index.ts',
  'src/testing/msw.ts',
  'src/vitest/index.ts',
];

const markdownOptions: Partial<PluginOptions> = {
  entryFileName: 'index',
  hidePageHeader: true,
  hideBreadcrumbs: true,
  useHTMLAnchors: true,
  anchorPrefix: 'api-',
  useCodeBlocks: true,
  useHTMLEncodedBrackets: true,
  parametersFormat: 'table',
  typeDeclarationFormat: 'table',
  classPropertiesFormat: 'table',
  interfacePropertiesFormat: 'table',
  typeAliasPropertiesFormat: 'table',
  propertyMembersFormat: 'table',
};

/**
 * Returns a page for each entry point of the packages.
 * @param folder an empty folder
 * @throws Error if the sources cannot be read
 */
export async function writeApiReference(folder: string): Promise<readonly Page[]> {
  const options: Partial<TypeDocOptions> = {
    ...markdownOptions,
    entryPoints,
    router: 'module',
    plugin: ['typedoc-plugin-markdown'],
    out: folder,
    readme: 'none',
    logLevel: 'Error',
    disableSources: true,
    disableGit: true,
    skipErrorChecking: true,
    excludeInternal: true,
    excludePrivate: true,
    // The contract shows the generated types.
    excludeExternals: true,
    exclude: ['**/src/generated/**'],
  };
  const application = await Application.bootstrapWithPlugins(options);
  const project = await application.convert();
  if (project === undefined) throw new Error('TypeDoc could not read the sources.');
  await application.generateOutputs(project);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .toSorted()
    .map((file) => ({
      path: `packages/reference/${file.slice(0, -3)}`,
      from: `packages/reference/${file}`,
      text: readFileSync(join(folder, file), 'utf8'),
    }));
}
