/** The ledger as chapters: each area with its requirements and silences, and all silences together. */
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
export interface Chapter {
  /** Its part of an address; unique on the page. */
  readonly name: string;
  readonly title: string;
  /** Markdown; its second-level headings become addresses of their own. */
  readonly text: string;
}

/** Returns a chapter for each area of the ledger. */
export function requirementChapters(): readonly Chapter[] {
  return areas.map((area) => ({
    name: getAreaTag(area),
    title: area.title,
    text: inArea(area, requirementIds).map(requirementEntry).join('\n\n'),
  }));
}

/** Returns the silences, with a table for each area. */
export function silenceTables(): string {
  return areas
    .filter((area) => inArea(area, silenceIds).length > 0)
    .map((area) => [`## ${area.title}`, '', silenceTable(inArea(area, silenceIds)), ''].join('\n'))
    .join('\n');
}

function inArea<Id extends RequirementId>(area: Area, ids: readonly Id[]): readonly Id[] {
  return ids.filter((id) => findArea(id) === area);
}

function silenceTable(ids: readonly RequirementId[]): string {
  const rows = ids.map(
    (id) =>
      `| ${linkRequirement(id)} | ${requirement(id).says} | ${formatReadings(requirement(id))} |`,
  );
  return ['| Silence | What is left open | Readings |', '|---|---|---|', ...rows].join('\n');
}

function requirementEntry(id: RequirementId): string {
  const entry = requirement(id);
  const readingsNote = entry.level === 'open' ? [`Readings: ${formatReadings(entry)}`] : [];
  return [
    `## ${id}`,
    entry.says,
    [`**${entry.level}**`, `Section *${entry.from}*`, ...readingsNote, ...bindingNote(id)].join(
      ' · ',
    ),
  ].join('\n\n');
}

function bindingNote(id: RequirementId): string[] {
  const links = findOperations(id).map(
    (operation) =>
      `[${getOperationText(operation, 'summary')}](${getOperationAddress(operation.id)})`,
  );
  return links.length === 0 ? [] : [`Binds ${links.join(', ')}`];
}

/** Returns the operations that name an id, on themselves or on a response. */
export function findOperations(id: RequirementId): Operation[] {
  return Object.values(readContract().operations).filter(({ requirements, answers }) =>
    [requirements, ...answers.map((answer) => answer.requirements)].flat().includes(id),
  );
}

/** Returns the answers that the document permits, as Markdown. */
export function formatReadings({ readings, others, never }: Requirement): string {
  if (readings === undefined || readings === 'any') return 'any answer';
  const formatted = readings.map(
    (reading, index) => `\`${reading}\`${index === 0 ? ' (default)' : ''}`,
  );
  const exceptions =
    never === undefined ? '' : ` except ${never.map((answer) => `\`${answer}\``).join(', ')}`;
  return formatted.join(', ') + (others === true ? `, others${exceptions}` : '');
}
