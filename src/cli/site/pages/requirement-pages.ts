/** The list of requirements, the list of open questions, and a page for each entry of the ledger. */
import { findArea, areas } from '../../../contract/requirement-areas.ts';
import {
  requirement,
  requirementIds,
  type Requirement,
  type RequirementId,
} from '../../../contract/requirements.ts';
import { formatReadings, linkOperations } from '../../../docs/requirement-chapters.ts';
import { faults } from '../../../faults/index.ts';
import type { RequirementRow } from '../../../report/record/index.ts';
import { rewriteLinks } from './links.ts';
import { renderTable, slugify, type SitePage } from './site-page.ts';

const levelDescriptions = {
  must: 'The document states it. A service that does something else drifts.',
  should: 'Advice. It is reported, and no run fails because of it.',
  open: 'The document leaves it open. A run only reports how the service answers.',
  caller: 'It binds the programs that call the service, not the service.',
} as const;

/**
 * Returns the pages of the ledger.
 * @param rows the rows of the latest report, for the verdict on each page
 */
export function createRequirementPages(rows: readonly RequirementRow[]): readonly SitePage[] {
  const rowsById = new Map(rows.map((row) => [row.id, row]));
  return [
    createRequirementList(),
    createOpenQuestionList(),
    ...requirementIds.map((id) => createEntryPage(id, rowsById.get(id))),
  ];
}

function createRequirementList(): SitePage {
  const ids = requirementIds.filter((id) => !isOpen(id));
  const tables = renderAreaTables(ids, 'Level', ({ level }) => level);
  return {
    path: '/requirements/index.html',
    title: 'Requirements',
    description: `The ${ids.length} requirements that a service or its callers must meet.`,
    section: 'requirements',
    text: `Every sentence of the interface document has an id. The id is the same in the contract, in reports, in refusals from the sandbox and here, and it never changes its meaning. What the document does not say is under [open questions](/open-questions/index.html).\n\n${tables}`,
    omitFromSearch: true,
  };
}

function createOpenQuestionList(): SitePage {
  const ids = requirementIds.filter(isOpen);
  const tables = renderAreaTables(ids, 'Answers', formatReadings);
  return {
    path: '/open-questions/index.html',
    title: 'Open questions',
    description: `The ${ids.length} things that the interface document does not say.`,
    section: 'open-questions',
    text: `No service fails because of these. A run reports how the service answers, and the sandbox can be set to any answer that is listed; the first one is its default.\n\n${tables}`,
    omitFromSearch: true,
  };
}

function isOpen(id: RequirementId): boolean {
  return requirement(id).level === 'open';
}

/** Renders a heading and a table for each area that has one of the ids; the last column is given. */
function renderAreaTables(
  ids: readonly RequirementId[],
  lastHeading: string,
  formatLast: (entry: Requirement) => string,
): string {
  const toRow = (id: RequirementId): string[] => {
    const entry = requirement(id);
    return [`[\`${id}\`](/requirements/${id}.html)`, entry.says, formatLast(entry)];
  };
  const chapters = areas.flatMap((area) => {
    const rows = ids.filter((id) => findArea(id) === area).map(toRow);
    const table = renderTable(['Id', 'Sentence', lastHeading], rows);
    return rows.length === 0 ? [] : [`## ${area.title}\n\n${table}\n`];
  });
  return chapters.join('\n');
}

function createEntryPage(id: RequirementId, row: RequirementRow | undefined): SitePage {
  const entry = requirement(id);
  const sections = [
    `<div class="statement">\n\n${entry.says.replaceAll('<', '&lt;')}\n\n</div>`,
    renderFacts(id, row),
    renderCommands(id, entry),
    renderFaults(id),
  ];
  return {
    path: `/requirements/${id}.html`,
    title: id,
    description: entry.says.replaceAll('`', ''),
    section: isOpen(id) ? 'open-questions' : 'requirements',
    kind: isOpen(id) ? 'open question' : 'requirement',
    text: sections.filter((section) => section !== '').join('\n\n'),
  };
}

function renderFacts(id: RequirementId, row: RequirementRow | undefined): string {
  const entry = requirement(id);
  const facts: readonly (readonly [name: string, text: string])[] = [
    ['Level', `**${entry.level}** – ${levelDescriptions[entry.level]}`],
    ['Section', entry.from],
    ['Area', linkToArea(id)],
    ['Since', entry.since],
    ['Answers', isOpen(id) ? formatReadings(entry) : ''],
    ['Operations', rewriteLinks(linkOperations(id), 'src/docs')],
    ['Latest run', row === undefined ? '' : formatVerdict(row)],
    ['Not tested', entry.untested ?? ''],
  ];
  return renderTable(
    ['', ''],
    facts.filter(([, text]) => text !== ''),
  );
}

function formatVerdict({ verdict, reason }: RequirementRow): string {
  return `${verdict}${reason ? `: ${reason}` : ''} ([report](/results/report.html))`;
}

function linkToArea(id: RequirementId): string {
  const { title } = findArea(id);
  const list = isOpen(id) ? 'open-questions' : 'requirements';
  return `[${title}](/${list}/index.html#${slugify(title)})`;
}

function renderCommands(id: RequirementId, { level, readings }: Requirement): string {
  if (level === 'caller') return '';
  const commands = [`bookdist verify "$DISTRIBUTION_URL" --only ${id}`];
  const reading = Array.isArray(readings) ? readings.at(-1) : undefined;
  if (reading !== undefined) commands.push(`bookdist sandbox --reading ${id}=${reading}`);
  return ['## Try it\n', '```sh', ...commands, '```'].join('\n');
}

function renderFaults(id: RequirementId): string {
  const rows = faults
    .filter(({ breaks }) => breaks.some((brokenId) => brokenId === id))
    .map(({ name, description }) => [`\`${name}\``, description]);
  if (rows.length === 0) return '';
  return [
    '## Faults that break it',
    'The suite is graded with these. `bookdist sandbox --fault NAME` starts a service that has one.',
    renderTable(['Fault', 'What the service does'], rows),
  ].join('\n\n');
}
