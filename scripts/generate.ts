/** Writes src/generated from the contract and the ledger, or with `--check` says which file is stale. */
import { readFile, writeFile } from 'node:fs/promises';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { parse } from 'yaml';
import { profileNames } from '../src/contract/profiles.ts';
import { profileOverlay } from '../src/report/baseline/index.ts';
import { answerSchemas } from './generate/answer-schemas.ts';
import { pageScript } from './generate/page-script.ts';

const root = new URL('../', import.meta.url);

interface Generated {
  readonly path: string;
  readonly from: string;
  readonly text: () => Promise<string>;
}

const files: readonly Generated[] = [
  {
    path: 'src/generated/api.ts',
    from: 'openapi/distribution.yaml',
    text: apiTypes,
  },
  {
    path: 'src/generated/requirements.ts',
    from: 'openapi/requirements.yaml',
    text: ledgerRecord,
  },
  {
    path: 'src/generated/answer-schemas.ts',
    from: 'openapi/distribution.yaml',
    text: async () => answerSchemas(await openapiAsJson(), header('openapi/distribution.yaml')),
  },
  {
    path: 'src/generated/page-script.ts',
    from: 'src/report/page/script',
    text: async () => pageScript(header('src/report/page/script')),
  },
  ...profileNames.map((name) => ({
    path: `openapi/overlays/${name}.overlay.yaml`,
    from: 'openapi/narrowings.yaml',
    text: async () => profileOverlay(name).text,
  })),
];

function header(from: string): string {
  return `/** Generated from ${from} by \`npm run generate\`: change that file, never this one. */\n`;
}

/**
 * Types of every path, component and operation. A default does not make a request field
 * mandatory, and the JS API is called so that no redocly.yaml is read along the way.
 */
async function apiTypes(): Promise<string> {
  const ast = await openapiTypescript(new URL('openapi/distribution.yaml', root), {
    defaultNonNullable: false,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    silent: true,
  });
  return `${header('openapi/distribution.yaml')}\n${astToString(ast)}`;
}

/** The ledger as a constant, so that ids and readings are types and no YAML is parsed at run time. */
async function ledgerRecord(): Promise<string> {
  const ledger: unknown = parse(await readFile(new URL('openapi/requirements.yaml', root), 'utf8'));
  if (typeof ledger !== 'object' || ledger === null) {
    throw new Error('openapi/requirements.yaml is no map of ids. Restore it, then run again.');
  }
  const lines = Object.entries(ledger).map(
    ([id, entry]) => `  ${JSON.stringify(id)}: ${JSON.stringify(entry)},`,
  );
  return [
    header('openapi/requirements.yaml'),
    'export const requirements = {',
    ...lines,
    '} as const satisfies Record<string, {',
    '  says: string; from: string; level: string; since: string;',
    "  readings?: 'any' | readonly [string, ...string[]]; others?: boolean; never?: readonly string[];",
    '  priority?: number; stable?: boolean; shape?: boolean; untested?: string; unseeded?: string; unplaced?: string;',
    '}>;',
    '',
  ].join('\n');
}

async function openapiAsJson(): Promise<unknown> {
  const contract: unknown = parse(
    await readFile(new URL('openapi/distribution.yaml', root), 'utf8'),
  );
  return contract;
}

async function current(path: string): Promise<string | undefined> {
  try {
    return await readFile(new URL(path, root), 'utf8');
  } catch {
    return undefined;
  }
}

async function generate(check: boolean): Promise<number> {
  let stale = 0;
  for (const file of files) {
    const text = await file.text();
    if ((await current(file.path)) === text) continue;
    stale += 1;
    if (check) {
      process.stderr.write(`${file.path} is stale against ${file.from}. Run: npm run generate\n`);
    } else {
      await writeFile(new URL(file.path, root), text);
      process.stdout.write(`wrote ${file.path}\n`);
    }
  }
  return check && stale > 0 ? 1 : 0;
}

process.exitCode = await generate(process.argv.includes('--check'));
