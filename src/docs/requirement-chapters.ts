/** Creates the chapters of the ledger: one for each area, and the tables of all silences; with addresses to link to. */
import { escape, follow, isArray } from '../contract/json-pointer.ts';
import type { OperationId } from '../contract/operations.ts';
import { findArea, type Area, areas } from '../contract/requirement-areas.ts';
import { readContract } from '../contract/spec.ts';
import {
  requirement,
  requirementIds,
  silenceIds,
  type Requirement,
  type RequirementId,
} from '../contract/requirements.ts';
import { getOperationText } from './operation-node.ts';

/** Converts a name to an address in the same way as the renderer. */
export function toSlug(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9.]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

function getAreaTag({ title }: Area): string {
  return `requirements-${toSlug(title)}`;
}

/** Returns the address of a requirement or a silence. */
export function getRequirementAddress(id: string): string {
  return `#/${getAreaTag(findArea(id))}/${id}`;
}

/** Returns the address of an operation, below its tag. */
export function getOperationAddress(id: OperationId): string {
  const { path, method } = readContract().operations[id];
  const at = `#/paths/${escape(path)}/${method.toLowerCase()}/tags`;
  const tags = follow(readContract().document, at);
  const [tag] = isArray(tags) ? tags : [];
  if (typeof tag !== 'string') throw new Error(`${id} has no tag.`);
  return `#/${toSlug(tag)}/${id.toLowerCase()}`;
}

/** Returns a Markdown link to the entry of an id. */
export function linkRequirement(id: string): string {
  return `[\`${id}\`](${getRequirementAddress(id)})`;
}

/** A chapter of the docs page. */
export interface DocsChapter {
  /** The first part of its address, which is unique on the page. */
  readonly name: string;
  readonly title: string;
  /** The text in Markdown. Each second-level heading gets its own address. */
  readonly text: string;
}

/** Returns a chapter for each area of the ledger. */
export function createRequirementChapters(): readonly DocsChapter[] {
  return areas.map((area) => ({
    name: getAreaTag(area),
    title: area.title,
    text: filterByArea(area, requirementIds).map(formatRequirement).join('\n\n'),
  }));
}

/** Returns the silences, with a table for each area. */
export function createSilenceTables(): string {
  const head = ['| Silence | What is left open | Readings |', '|---|---|---|'];
  const tables = areas.flatMap((area) => {
    const rows = filterByArea(area, silenceIds).map((id) => {
      const entry = requirement(id);
      return `| ${linkRequirement(id)} | ${entry.says} | ${formatReadings(entry)} |`;
    });
    return rows.length === 0 ? [] : [[`## ${area.title}`, '', ...head, ...rows, ''].join('\n')];
  });
  return tables.join('\n');
}

function filterByArea(area: Area, ids: readonly RequirementId[]): readonly RequirementId[] {
  return ids.filter((id) => findArea(id) === area);
}

function formatRequirement(id: RequirementId): string {
  const entry = requirement(id);
  const operations = linkOperations(id);
  const facts = [
    `**${entry.level}**`,
    `Section *${entry.from}*`,
    ...(entry.level === 'open' ? [`Readings: ${formatReadings(entry)}`] : []),
    ...(operations === '' ? [] : [`Binds ${operations}`]),
  ];
  return `## ${id}\n\n${entry.says}\n\n${facts.join(' · ')}`;
}

/** Returns links to the operations that name an id, directly or in one of their responses. */
function linkOperations(id: RequirementId): string {
  return Object.values(readContract().operations)
    .filter((operation) =>
      [operation, ...operation.responses].some(({ requirements }) => requirements.includes(id)),
    )
    .map((found) => `[${getOperationText(found, 'summary')}](${getOperationAddress(found.id)})`)
    .join(', ');
}

/** Returns the permitted answers to a silence as Markdown. */
function formatReadings({ readings, others, never }: Requirement): string {
  if (readings === undefined || readings === 'any') return 'any answer';
  const [first, ...rest] = readings.map(code);
  const permitted = [`${first} (default)`, ...rest].join(', ');
  if (others !== true) return permitted;
  return `${permitted}, others${never ? ` except ${never.map(code).join(', ')}` : ''}`;
}

function code(text: string): string {
  return `\`${text}\``;
}
