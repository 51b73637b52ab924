/** Texts to copy: an entry for known-drifts.yaml, and an issue for the maintainers of the service. */
import { entryOf, withAdded } from '../../baseline/index.ts';
import type { FindingRow, Report } from '../../record/index.ts';
import { html, type Content, type Markup } from '../markup.ts';
import { folded } from '../verdict-mark.ts';

/** Composes the entry that accepts a drift temporarily; nothing for advice or a drift that is accepted already. */
export function acceptForm(row: FindingRow, report: Report): Content {
  if (row.level === 'should' || row.verdict === 'known') return undefined;
  const { entry, says } = entryOf(row, report);
  const text = withAdded('', [{ entry: { ...entry, reason: 'WHY, and the ticket' }, says }], '');
  return folded(
    'Accept until…',
    html`<p class="note">
        Add this to <code>known-drifts.yaml</code>. Until that day the drift does not fail a run.
      </p>
      <div class="fields" data-accept data-since="${entry.since}" data-until="${entry.until}"></div>
      ${textToCopy('entry', text)}`,
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
