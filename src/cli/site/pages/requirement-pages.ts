/** A page for each entry of the ledger, and the two lists of them. */
import { findArea, areas, type Area } from '../../../contract/requirement-areas.ts';
import {
  requirement,
  requirementIds,
  type Requirement,
  type RequirementId,
} from '../../../contract/requirements.ts';
import { findOperations, formatReadings } from '../../../docs/requirement-chapters.ts';
import { faults } from '../../../faults/index.ts';
import type { RequirementRow } from '../../../report/record/index.ts';
import { linkToOperation, escapeHtml, slugify, type SitePage } from './site-page.ts';

const levels = {
  must: 'The document states it. A service that does something else drifts.',
  should: 'Advice. It is reported, and no run fails because of it.',
  open: 'The document leaves it open. A run only reports how the service answers.',
  caller: 'It binds the programs that call the service, not the service.',
} as const;

/**
 * Returns the pages of the ledger.
 * @param requirementRows the rows of the latest report, for the verdict on each page
 */
export function requirementPages(requirementRows: readonly RequirementRow[]): readonly SitePage[] {
  const rows = new Map(requirementRows.map((row) => [row.id, row]));
  const isOpen = (id: RequirementId): boolean => requirement(id).level === 'open';
  const renderTables = (ids: readonly RequirementId[]): string =>
    areas
      .flatMap((area) =>
        renderAreaTable(
          area,
          ids.filter((id) => findArea(id) === area),
        ),
      )
      .join('\n');
  const stated = requirementIds.filter((id) => !isOpen(id));
  const open = requirementIds.filter(isOpen);
  return [
    {
      path: '/requirements/index.html',
      title: 'Requirements',
      description: `The ${stated.length} requirements that a service or its callers must meet.`,
      section: 'requirements',
      text: `Every sentence of the interface document has an id. The id is the same in the contract, in reports, in refusals from the sandbox and here, and it never changes its meaning. What the document does not say is under [open questions](/open-questions/index.html).\n\n${renderTables(stated)}`,
      unlisted: true,
    },
    {
      path: '/open-questions/index.html',
      title: 'Open questions',
      description: `The ${open.length} things that the interface document does not say.`,
      section: 'open-questions',
      text: `No service fails because of these. A run reports how the service answers, and the sandbox can be set to any answer that is listed; the first one is its default.\n\n${renderTables(open)}`,
      unlisted: true,
    },
    ...requirementIds.map((id) => createEntryPage(id, rows.get(id))),
  ];
}

function renderAreaTable(area: Area, ids: readonly RequirementId[]): string[] {
  if (ids.length === 0) return [];
  const rows = ids.map((id) => {
    const entry = requirement(id);
    const last = entry.level === 'open' ? formatReadings(entry) : entry.level;
    return `| [\`${id}\`](/requirements/${id}.html) | ${escapeCell(escapeHtml(entry.says))} | ${escapeCell(last)} |`;
  });
  const third = ids.every((id) => requirement(id).level === 'open') ? 'Answers' : 'Level';
  return [`## ${area.title}`, '', `| Id | Sentence | ${third} |`, '|---|---|---|', ...rows, ''];
}

function createEntryPage(id: RequirementId, row: RequirementRow | undefined): SitePage {
  const entry = requirement(id);
  const isOpen = entry.level === 'open';
  return {
    path: `/requirements/${id}.html`,
    title: id,
    description: entry.says.replaceAll('`', ''),
    section: isOpen ? 'open-questions' : 'requirements',
    kind: isOpen ? 'open question' : 'requirement',
    text: [
      `<div class="statement">\n\n${escapeHtml(entry.says)}\n\n</div>`,
      renderFacts([
        ['Level', `**${entry.level}** – ${levels[entry.level]}`],
        ['Section', entry.from],
        ['Area', areaLink(id, isOpen)],
        ['Since', entry.since],
        ['Answers', isOpen ? formatReadings(entry) : undefined],
        ['Operations', findOperations(id).map(linkToOperation).join(', ')],
        [
          'Latest run',
          row === undefined
            ? undefined
            : `${row.verdict}${row.reason === undefined ? '' : `: ${row.reason}`} ([report](/results/report.html))`,
        ],
        ['Not tested', entry.untested],
      ]),
      ...renderCommands(id, entry),
      ...renderFaults(id),
    ].join('\n\n'),
  };
}

function renderFacts(rows: readonly (readonly [string, string | undefined])[]): string {
  const lines = rows.flatMap(([name, text]) =>
    text === undefined || text === '' ? [] : [`| ${name} | ${escapeCell(escapeHtml(text))} |`],
  );
  return ['| | |', '|---|---|', ...lines].join('\n');
}

function areaLink(id: RequirementId, isOpen: boolean): string {
  const { title } = findArea(id);
  return `[${title}](/${isOpen ? 'open-questions' : 'requirements'}/index.html#${slugify(title)})`;
}

function renderCommands(id: RequirementId, { level, readings: answers }: Requirement): string[] {
  if (level === 'caller') return [];
  const reading = Array.isArray(answers) ? answers.at(-1) : undefined;
  const commands = [
    `bookdist verify "$DISTRIBUTION_URL" --only ${id}`,
    ...(reading === undefined ? [] : [`bookdist sandbox --reading ${id}=${reading}`]),
  ];
  return ['## Try it', ['```sh', ...commands, '```'].join('\n')];
}

function renderFaults(id: RequirementId): string[] {
  const rows = faults.filter(({ breaks }) => breaks.some((brokenId) => brokenId === id));
  if (rows.length === 0) return [];
  const lines = rows.map(
    ({ name, description }) => `| \`${name}\` | ${escapeCell(escapeHtml(description))} |`,
  );
  return [
    '## Faults that break it',
    'The suite is graded with these. `bookdist sandbox --fault NAME` starts a service that has one.',
    ['| Fault | What the service does |', '|---|---|', ...lines].join('\n'),
  ];
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
