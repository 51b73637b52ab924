/**
 * Writes every generated file. With `--check`, it names the stale files instead. With `--record`, it first records
 * the contract under its version below docs, as part of a release.
 */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { bundlePageScript } from './build/bundle-page-script.ts';
import { createGenerator } from 'ts-json-schema-generator';
import openapiTypescript, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import manifest from '../package.json' with { type: 'json' };
import { formatChangesPage, recordContract } from './contract/contract-versions.ts';
import { preflightRequirementIds } from '../src/preflight/rule.ts';
import { readLedger } from './trace/ledger.ts';

const root = new URL('../', import.meta.url);

interface GeneratedFile {
  readonly path: string;
  readonly from: string;
  readonly generate: () => Promise<string>;
}

const idsFile = 'src/generated/requirements.ts';

const files: readonly GeneratedFile[] = [
  {
    path: 'src/generated/api.ts',
    from: 'openapi/distribution.yaml',
    generate: generateApiTypes,
  },
  {
    path: idsFile,
    from: 'openapi/requirements.yaml',
    generate: generateLedger,
  },
  {
    path: 'src/generated/preflight-statements.ts',
    from: 'openapi/requirements.yaml',
    generate: generateStatements,
  },
  {
    path: 'src/generated/page-script.ts',
    from: 'src/report/page/script',
    generate: async () => bundleScript('pageScript', 'src/report/page/script'),
  },
  {
    path: 'src/generated/control-script.ts',
    from: 'src/sandbox/control/page',
    generate: async () => bundleScript('controlScript', 'src/sandbox/control/page'),
  },
  {
    path: 'src/generated/report.schema.json',
    from: 'src/report/record/report.ts',
    generate: async () => generateSchema('src/report/record/report.ts', 'Report', true),
  },
  {
    path: 'src/generated/bookdist.schema.json',
    from: 'src/cli/target/targets-file.ts',
    generate: async () => {
      const { createTargetsSchema } = await import('../src/cli/target/index.ts');
      const { createVerifyCommand } = await import('../src/cli/verify/index.ts');
      return formatSchema(createTargetsSchema(createVerifyCommand().options));
    },
  },
  {
    path: 'src/generated/known-drifts.schema.json',
    from: 'src/report/baseline/known-file.ts',
    generate: async () =>
      formatSchema((await import('../src/report/baseline/index.ts')).knownDriftsSchema),
  },
  {
    path: 'src/generated/stories.schema.json',
    from: 'src/caller/story.ts',
    generate: async () => generateSchema('src/caller/story.ts', 'StoryFile', false),
  },
  {
    path: 'src/generated/version.ts',
    from: 'package.json',
    generate: async () =>
      `${formatHeader('package.json')}\nexport const version = '${manifest.version}';\n`,
  },
  {
    path: 'openapi/changes.md',
    from: 'openapi/distribution.yaml and the versions on record',
    generate: formatChangesPage,
  },
  ...[
    'life-of-a-book',
    'upload-sequence',
    'publish-window',
    'anatomy-of-a-drift',
    'ladder-of-consent',
  ].map((name) => ({
    path: `docs/diagrams/${name}.svg`,
    from: 'scripts/diagrams',
    // Loaded late, because only these files need the suite.
    generate: async () => (await import('./diagrams/diagrams.ts')).drawDiagram(name),
  })),
  {
    path: 'docs/requirements.md',
    from: 'openapi/requirements.yaml',
    generate: async () => runScript('scripts/trace.ts', '--page'),
  },
];

/** Runs one of our scripts in a new process, which loads the ids that were just generated; returns its output. */
async function runScript(...command: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', ...command], {
    cwd: fileURLToPath(root),
    maxBuffer: 2 ** 24,
  });
  return stdout;
}

function formatSchema(schema: object): string {
  return `${JSON.stringify(schema, null, 2)}\n`;
}

/** Returns the first line of a generated file. */
function formatHeader(from: string): string {
  return `/** Generated from ${from} by \`npm run generate\`: change that file, never this one. */\n`;
}

/**
 * Generates the types of the contract, by the JavaScript API because the command would also read redocly.yaml. A default
 * does not make a request field required. Editors show descriptions as text, not as a tag, and the arrays of a book to
 * send may be read-only, so that a book that is written `as const` can be sent.
 */
async function generateApiTypes(): Promise<string> {
  const ast = await openapiTypescript(new URL('openapi/distribution.yaml', root), {
    defaultNonNullable: false,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    silent: true,
    postTransform: (type, { path = '' }) =>
      isSentByCaller(path) && ts.isArrayTypeNode(type)
        ? ts.factory.createTypeOperatorNode(ts.SyntaxKind.ReadonlyKeyword, type)
        : type,
  });
  const types = astToString(ast).replaceAll('@description ', '');
  return `${formatHeader('openapi/distribution.yaml')}\n${types}`;
}

function isSentByCaller(path: string): boolean {
  return /^#\/components\/schemas\/Book(Create|Update)\b/.test(path);
}

/** Generates the ledger as a constant, so that ids are types and no YAML is parsed at run time. */
async function generateLedger(): Promise<string> {
  const ledger = await readLedger();
  const lines = Object.entries(ledger).map(
    ([id, entry]) => `  ${JSON.stringify(id)}: ${JSON.stringify(entry)},`,
  );
  return [
    formatHeader('openapi/requirements.yaml'),
    'export const requirements = {',
    ...lines,
    '} as const satisfies Record<string, {',
    '  says: string; from: string; level: string; since: string; situations?: string;',
    "  readings?: 'any' | readonly [string, ...string[]]; others?: boolean; never?: readonly string[];",
    '  surprising?: readonly string[]; priority?: number; stable?: boolean; shape?: boolean; untested?: string; unseeded?: string; unplaced?: string;',
    '}>;',
    '',
  ].join('\n');
}

/** Generates the sentences that the pre-flight cites, so that the client's package needs no other part of the ledger. */
async function generateStatements(): Promise<string> {
  const ledger = await readLedger();
  const lines = preflightRequirementIds.map((id) => {
    const says = ledger[id]?.says;
    if (says === undefined) {
      throw new Error(`openapi/requirements.yaml has no ${id}, which src/preflight cites.`);
    }
    return `  ${JSON.stringify(id)}: ${JSON.stringify(says)},`;
  });
  const header = formatHeader('openapi/requirements.yaml');
  return [header, 'export const statements = {', ...lines, '};', ''].join('\n');
}

/** Returns a module with a bundled script, so that a page can contain it. */
async function bundleScript(name: string, folder: string): Promise<string> {
  const code = await bundlePageScript(new URL(`${folder}/main`, root));
  return `${formatHeader(folder)}\nexport const ${name}: string =\n  ${JSON.stringify(code)};\n`;
}

/** Generates the schema of a type, in which JSDoc tags state patterns and whole numbers. An open one permits other members. */
function generateSchema(path: string, type: string, isOpen: boolean): string {
  const { definitions, ...schema } = createGenerator({
    path: fileURLToPath(new URL(path, root)),
    tsconfig: fileURLToPath(new URL('tsconfig.json', root)),
    skipTypeCheck: true,
    additionalProperties: isOpen,
    topRef: false,
  }).createSchema(type);
  const published = {
    ...schema,
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $defs: definitions,
  };
  const text = JSON.stringify(published, null, 2).replaceAll('#/definitions/', '#/$defs/');
  return `${text.replaceAll(/[[{]\n[^[\]{}]{1,160}\n *[\]}]/g, putOnOneLine)}\n`;
}

function putOnOneLine(shortList: string): string {
  return shortList.replaceAll(/\n */g, ' ');
}

const readCurrent = async (path: string): Promise<string | undefined> =>
  readFile(new URL(path, root), 'utf8').catch(() => undefined);

async function generate(check: boolean): Promise<number> {
  let stale = 0;
  for (const file of files) {
    const text = await file.generate();
    if ((await readCurrent(file.path)) === text) continue;
    stale += 1;
    if (check) {
      process.stderr.write(`${file.path} does not match ${file.from}. Run: npm run generate\n`);
    } else {
      await writeFile(new URL(file.path, root), text);
      process.stdout.write(`wrote ${file.path}\n`);
      // Modules that are already loaded have the old ids.
      if (file.path === idsFile) {
        process.stdout.write(await runScript('scripts/generate.ts'));
        return 0;
      }
    }
  }
  return check && stale > 0 ? 1 : 0;
}

try {
  if (process.argv.includes('--record')) await recordContract();
  process.exitCode = await generate(process.argv.includes('--check'));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
