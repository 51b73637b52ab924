/** Texts to copy: an entry for known-drifts.yaml, and an issue for the maintainers of the service. */
import { stringify } from 'yaml';
import type { FindingRow, Report } from '../../record/index.ts';
import { html, type Content, type Markup } from '../markup.ts';
import { folded } from '../verdict-mark.ts';

/** Days for which a drift is accepted unless another date is chosen. */
const usualDays = 30;

/** Composes the entry that accepts a drift temporarily; nothing for advice or a drift that is accepted already. */
export function acceptForm(row: FindingRow, { run, target }: Report): Content {
  if (row.level === 'should' || row.verdict === 'known') return undefined;
  const since = run.startedAt.slice(0, 10);
  const until = new Date(Date.parse(since) + usualDays * 86_400_000).toISOString().slice(0, 10);
  const entry = stringify(
    [
      {
        fingerprint: row.fingerprint,
        requirement: row.requirement,
        reason: 'WHY, and the ticket',
        since,
        until,
        ...(target.kind === 'service' && { target: target.address }),
      },
    ],
    { lineWidth: 0, defaultStringType: 'PLAIN', defaultKeyType: 'PLAIN' },
  ).replace(
    /fingerprint: (.*)/,
    (_all, mark: string) => `fingerprint: '${mark.replaceAll(/['"]/g, '')}'`,
  );
  return folded(
    'Accept until…',
    html`<p class="note">
        Add this to <code>known-drifts.yaml</code>. Until that day the drift does not fail a run.
      </p>
      <div class="fields" data-accept data-since="${since}" data-until="${until}"></div>
      ${textToCopy('entry', entry)}`,
  );
}

/** Composes an issue with the steps that show the drift. */
export function issueForm(row: FindingRow, report: Report): Markup {
  return folded(
    'Report…',
    html`<p class="note">Paste this into an issue tracker.</p>
      ${textToCopy('issue', issueText(row, report))}`,
  );
}

function textToCopy(label: string, text: string): Markup {
  return html`<div class="command block">
    <code tabindex="0">${text}</code
    ><button type="button" class="copy" aria-label="Copy ${label}">Copy</button>
  </div>`;
}

/** The text of an issue, in Markdown. */
function issueText(row: FindingRow, { target, run, contract, tool }: Report): string {
  const calls = (row.calls ?? []).map(
    ({ method, path, status, expected }) =>
      `1. \`${method} ${path}\` answered ${status}${expected === undefined ? '' : `, expected ${expected}`}`,
  );
  const { words, value } = row.counterexample ?? {};
  return [
    `# ${row.says.replace(/\.$/, '')}`,
    '',
    `The interface document (section "${row.section}") states: ${row.says}`,
    '',
    `- Expected: ${row.expected}`,
    `- Got: ${row.actual}`,
    ...(value === undefined ? [] : [`- Smallest value that shows it: ${words ?? ''} \`${value}\``]),
    `- Service: ${target.kind === 'own sandbox' ? 'sandbox' : target.address}, ${run.startedAt}`,
    `- Requirement \`${row.requirement}\`, drift \`${row.fingerprint}\`, contract ${contract.version} (${contract.sha256}), bookdist ${tool.version}`,
    '',
    '## Steps',
    '',
    ...(calls.length > 0 ? calls : ['See the request below.']),
    ...(row.curl === undefined ? [] : ['', 'The failing call:', '', '```sh', row.curl, '```']),
    '',
    'To run this case again:',
    '',
    '```sh',
    row.again,
    '```',
    '',
  ].join('\n');
}
