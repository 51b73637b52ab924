/** Creates the chapters of the ledger: one for each area, and the tables of all silences. */
import type { Operation } from '../contract/operations.ts';
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
  return areas
    .filter((area) => filterByArea(area, silenceIds).length > 0)
    .map((area) =>
      [`## ${area.title}`, '', createSilenceTable(filterByArea(area, silenceIds)), ''].join('\n'),
    )
    .join('\n');
}

function filterByArea<Id extends RequirementId>(area: Area, ids: readonly Id[]): readonly Id[] {
  return ids.filter((id) => findArea(id) === area);
}

function createSilenceTable(ids: readonly RequirementId[]): string {
  const rows = ids.map(
    (id) =>
      `| ${linkRequirement(id)} | ${requirement(id).says} | ${formatReadings(requirement(id))} |`,
  );
  return ['| Silence | What is left open | Readings |', '|---|---|---|', ...rows].join('\n');
}

function formatRequirement(id: RequirementId): string {
  const entry = requirement(id);
  const readingsNote = entry.level === 'open' ? [`Readings: ${formatReadings(entry)}`] : [];
  return [
    `## ${id}`,
    entry.says,
    [
      `**${entry.level}**`,
      `Section *${entry.from}*`,
      ...readingsNote,
      ...createOperationNote(id),
    ].join(' · '),
  ].join('\n\n');
}

function createOperationNote(id: RequirementId): string[] {
  const links = findOperations(id).map(
    (operation) =>
      `[${getOperationText(operation, 'summary')}](${getOperationAddress(operation.id)})`,
  );
  return links.length === 0 ? [] : [`Binds ${links.join(', ')}`];
}

/** Returns the operations that name an id, directly or in one of their responses. */
export function findOperations(id: RequirementId): Operation[] {
  return Object.values(readContract().operations).filter(({ requirements, responses }) =>
    [requirements, ...responses.map((response) => response.requirements)].flat().includes(id),
  );
}

/** Returns the permitted answers to a silence as Markdown. */
export function formatReadings({ readings, others, never }: Requirement): string {
  if (readings === undefined || readings === 'any') return 'any answer';
  const readingList = readings.map(
    (reading, index) => `\`${reading}\`${index === 0 ? ' (default)' : ''}`,
  );
  const exceptions =
    never === undefined ? '' : ` except ${never.map((answer) => `\`${answer}\``).join(', ')}`;
  return readingList.join(', ') + (others === true ? `, others${exceptions}` : '');
}
