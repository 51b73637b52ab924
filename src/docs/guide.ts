/** Creates the guide from the hand-written guide.md, into which it inserts facts from the contract and the ledger. */
import { readFileSync } from 'node:fs';
import { listTitles } from '../contract/alternatives.ts';
import { escape, follow, resolve } from '../contract/json-pointer.ts';
import type { DocumentedResponse, Operation } from '../contract/operations.ts';
import { silenceIds } from '../contract/requirements.ts';
import { readContract } from '../contract/spec.ts';
import { listOpenStatuses, getOperationText } from './operation-node.ts';
import {
  getOperationAddress,
  linkRequirement,
  type DocsChapter,
  createSilenceTables,
} from './requirement-chapters.ts';

const changesFile = new URL('../../openapi/changes.md', import.meta.url);

/** Each chapter starts with a heading such as `# Three flows {#flows}`. */
const guide = readFileSync(new URL('guide.md', import.meta.url), 'utf8');
const [opening = '', ...chapters] = guide.split(/^(?=# .+ \{#)/m);

export function readOpening(): string {
  return opening;
}

export function writeGuide(): readonly DocsChapter[] {
  const values: Readonly<Record<string, string>> = {
    errors: Object.values(readContract().operations).map(createErrorTable).join('\n'),
    open: createSilenceTables(),
    changes: readFileSync(changesFile, 'utf8'),
    'number of silences': String(silenceIds.length),
  };
  return chapters.map((chapter) => {
    const [, title = '', name = '', text = ''] =
      /^# (.+) \{#(.+)\}\n\n([^]*)/.exec(chapter.trimEnd()) ?? [];
    return {
      name,
      title,
      text: text.replaceAll(
        /\{\{(.+?)\}\}/g,
        (placeholder, key: string) => values[key] ?? placeholder,
      ),
    };
  });
}

function createErrorTable(operation: Operation): string {
  const refusals = operation.responses.filter(({ status }) => !status.startsWith('2'));
  const openRows = listOpenStatuses(operation).map(([status, id]) => {
    const cause = 'Possible: the document leaves it open.';
    return formatRow([status, cause, 'not shown', linkRequirement(id)]);
  });
  return [
    `## ${getOperationText(operation, 'summary')}`,
    '',
    `[\`${operation.method} ${operation.path}\`](${getOperationAddress(operation.id)})`,
    '',
    '| Status | When | Body | Requirements |',
    '|---|---|---|---|',
    ...refusals.map((response) => createResponseRow(operation, response)),
    ...openRows,
    '',
  ].join('\n');
}

function createResponseRow(
  operation: Operation,
  { status, content, requirements }: DocumentedResponse,
): string {
  const [pointer] = Object.values(content);
  const body = pointer === undefined ? 'not shown' : listTitles(readContract().document, pointer);
  const description = readDescription(operation, status);
  return formatRow([status, description, body, requirements.map(linkRequirement).join(', ')]);
}

function readDescription(operation: Operation, status: string): string {
  const { document } = readContract();
  const at = `#/paths/${escape(operation.path)}/${operation.method.toLowerCase()}/responses/${status}`;
  const text = resolve(document, follow(document, at), at)?.node['description'];
  return typeof text === 'string' ? text.trim().replaceAll(/\s+/g, ' ') : '';
}

function formatRow(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
