/** The ledger as chapters: each area with its requirements and silences, and all silences together. */
import type { Operation } from '../contract/operations.ts';
import { areaOf, areas, type Area } from '../contract/requirement-areas.ts';
import {
  requirement,
  requirementIds,
  silenceIds,
  type Requirement,
  type RequirementId,
} from '../contract/requirements.ts';
import { readContract } from '../contract/spec.ts';
import { textOf } from './operation-node.ts';
import { areaTag, operationAddress, requirementLink } from './page-address.ts';

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
    name: areaTag(area),
    title: area.title,
    text: inArea(area, requirementIds).map(entryOf).join('\n\n'),
  }));
}

/** Returns the silences, with a table for each area. */
export function silences(): string {
  return areas
    .filter((area) => inArea(area, silenceIds).length > 0)
    .map((area) => [`## ${area.title}`, '', silenceTable(inArea(area, silenceIds)), ''].join('\n'))
    .join('\n');
}

function inArea<Id extends RequirementId>(area: Area, ids: readonly Id[]): readonly Id[] {
  return ids.filter((id) => areaOf(id) === area);
}

function silenceTable(ids: readonly RequirementId[]): string {
  const rows = ids.map(
    (id) => `| ${requirementLink(id)} | ${requirement(id).says} | ${readings(requirement(id))} |`,
  );
  return ['| Silence | What is left open | Readings |', '|---|---|---|', ...rows].join('\n');
}

function entryOf(id: RequirementId): string {
  const entry = requirement(id);
  const open = entry.level === 'open' ? [`Readings: ${readings(entry)}`] : [];
  return [
    `## ${id}`,
    entry.says,
    [`**${entry.level}**`, `Section *${entry.from}*`, ...open, ...binds(id)].join(' · '),
  ].join('\n\n');
}

function binds(id: RequirementId): string[] {
  const links = operationsNaming(id).map(
    (operation) => `[${textOf(operation, 'summary')}](${operationAddress(operation.id)})`,
  );
  return links.length === 0 ? [] : [`Binds ${links.join(', ')}`];
}

/** Returns the operations that name an id, on themselves or on a response. */
export function operationsNaming(id: RequirementId): Operation[] {
  return Object.values(readContract().operations).filter(({ requirements, answers }) =>
    [requirements, ...answers.map((answer) => answer.requirements)].flat().includes(id),
  );
}

/** Returns the answers that the document permits, as Markdown. */
export function readings({ readings: listed, others, never }: Requirement): string {
  if (listed === undefined || listed === 'any') return 'any answer';
  const words = listed.map((reading, index) => `\`${reading}\`${index === 0 ? ' (default)' : ''}`);
  const barred =
    never === undefined ? '' : ` except ${never.map((one) => `\`${one}\``).join(', ')}`;
  return words.join(', ') + (others === true ? `, others${barred}` : '');
}
