/** Every refusal the contract documents, by operation: status, when, body, requirements. */
import { titlesAt } from '../contract/alternatives.ts';
import { escape, follow, resolve } from '../contract/json-pointer.ts';
import type { Answer, Operation } from '../contract/operations.ts';
import { readContract } from '../contract/spec.ts';
import { operationAddress, requirementLink } from './page-address.ts';
import { openStatuses, textOf } from './operation-node.ts';

/** Returns the catalogue as Markdown, with a heading for each operation. */
export function errorCatalogue(): string {
  return Object.values(readContract().operations).map(tableOf).join('\n');
}

function tableOf(operation: Operation): string {
  const refusals = operation.answers.filter(({ status }) => !status.startsWith('2'));
  return [
    `## ${textOf(operation, 'summary')}`,
    '',
    `[\`${operation.method} ${operation.path}\`](${operationAddress(operation.id)})`,
    '',
    '| Status | When | Body | Requirements |',
    '|---|---|---|---|',
    ...refusals.map((answer) => documented(operation, answer)),
    ...openRows(operation),
    '',
  ].join('\n');
}

function documented(operation: Operation, { status, content, requirements }: Answer): string {
  const [pointer] = Object.values(content);
  const body = pointer === undefined ? 'not shown' : titlesAt(readContract().document, pointer);
  const when = described(operation, status);
  return row([status, when, body, requirements.map(requirementLink).join(', ')]);
}

function described(operation: Operation, status: string): string {
  const { document } = readContract();
  const at = `#/paths/${escape(operation.path)}/${operation.method.toLowerCase()}/responses/${status}`;
  const text = resolve(document, follow(document, at), at)?.node['description'];
  return typeof text === 'string' ? text.trim().replaceAll(/\s+/g, ' ') : '';
}

function openRows(operation: Operation): string[] {
  const when = 'Possible: the document leaves it open.';
  return openStatuses(operation).map(([status, id]) =>
    row([status, when, 'not shown', requirementLink(id)]),
  );
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
