/** The guide: chapters written by hand, with facts of the contract and the ledger filled in. */
import { readFileSync } from 'node:fs';
import { listTitles } from '../contract/alternatives.ts';
import { escape, follow, resolve } from '../contract/json-pointer.ts';
import type { Answer, Operation } from '../contract/operations.ts';
import { silenceIds } from '../contract/requirements.ts';
import { readContract } from '../contract/spec.ts';
import { listOpenStatuses, getOperationText } from './operation-node.ts';
import { getOperationAddress, linkRequirement } from './page-address.ts';
import { type Chapter, silenceTables } from './requirement-chapters.ts';

/** Written by `npm run prove -- contract --write`. */
const changes = new URL('../../openapi/changes.md', import.meta.url);

const titles = {
  flows: 'Three flows',
  authentication: 'Authentication',
  uploading: 'Uploading',
  window: 'The publish window',
  errors: 'Errors',
  open: 'What is left open',
  drift: 'Drift checks in CI',
  changes: 'Changes of the contract',
} as const;

/** Returns the first page. */
export function readOpening(): string {
  return readChapter('opening');
}

/** Returns the chapters in order. */
export function writeGuide(): readonly Chapter[] {
  const values: Readonly<Record<string, string>> = {
    errors: errorCatalogue(),
    open: silenceTables(),
    changes: readFileSync(changes, 'utf8'),
    'number of silences': String(silenceIds.length),
  };
  return Object.entries(titles).map(([name, title]) => ({
    name,
    title,
    text: readChapter(name).replaceAll(
      /\{\{(.+?)\}\}/g,
      (hole, key: string) => values[key] ?? hole,
    ),
  }));
}

function readChapter(name: string): string {
  return readFileSync(new URL(`guide/${name}.md`, import.meta.url), 'utf8');
}

/** Returns the catalogue as Markdown, with a heading for each operation. */
function errorCatalogue(): string {
  return Object.values(readContract().operations).map(errorTable).join('\n');
}

function errorTable(operation: Operation): string {
  const refusals = operation.answers.filter(({ status }) => !status.startsWith('2'));
  return [
    `## ${getOperationText(operation, 'summary')}`,
    '',
    `[\`${operation.method} ${operation.path}\`](${getOperationAddress(operation.id)})`,
    '',
    '| Status | When | Body | Requirements |',
    '|---|---|---|---|',
    ...refusals.map((answer) => documentedRow(operation, answer)),
    ...openRows(operation),
    '',
  ].join('\n');
}

function documentedRow(operation: Operation, { status, content, requirements }: Answer): string {
  const [pointer] = Object.values(content);
  const body = pointer === undefined ? 'not shown' : listTitles(readContract().document, pointer);
  const when = readDescription(operation, status);
  return formatRow([status, when, body, requirements.map(linkRequirement).join(', ')]);
}

function readDescription(operation: Operation, status: string): string {
  const { document } = readContract();
  const at = `#/paths/${escape(operation.path)}/${operation.method.toLowerCase()}/responses/${status}`;
  const text = resolve(document, follow(document, at), at)?.node['description'];
  return typeof text === 'string' ? text.trim().replaceAll(/\s+/g, ' ') : '';
}

function openRows(operation: Operation): string[] {
  const when = 'Possible: the document leaves it open.';
  return listOpenStatuses(operation).map(([status, id]) =>
    formatRow([status, when, 'not shown', linkRequirement(id)]),
  );
}

function formatRow(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
