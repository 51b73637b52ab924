/** Creates the chapters of the ledger: one for each area, and the tables of all silences. */
import { findArea, areas, type Area } from '../contract/requirement-areas.ts';
import {
  requirement,
  requirementIds,
  silenceIds,
  type Requirement,
  type RequirementId,
} from '../contract/requirements.ts';
import { readContract } from '../contract/spec.ts';
import { getOperationText } from './operation-node.ts';
import { getAreaTag, getOperationAddress, linkRequirement } from './page-address.ts';

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
