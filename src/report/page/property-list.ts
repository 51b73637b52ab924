/** The properties: number of values, seed, and the smallest counterexample. */
import type { CaseRow, FindingRow, Report } from '../record/index.ts';
import { cut } from '../wording/index.ts';
import { html, type Content, type Markup } from './markup.ts';
import { table } from './table.ts';
import { requirementLink, scrolling, timeWords, verdictMark } from './verdict-mark.ts';

/** Returns the table; nothing if no property ran. */
export function propertyList({ requirements, findings }: Report): Content {
  const marked = new Map(findings.map((row) => [row.fingerprint, row]));
  const rows = requirements.flatMap(({ id, cases }) =>
    cases
      .filter(({ source }) => source === 'property')
      .map((one) => rowOf(id, one, smallest(one, marked))),
  );
  if (rows.length === 0) return undefined;
  const heads = ['property', 'verdict', 'values', 'seed', 'requests', 'took'];
  return scrolling('Properties', table('grid words', heads, rows));
}

function smallest(
  { fingerprints = [] }: CaseRow,
  marked: ReadonlyMap<string, FindingRow>,
): FindingRow['counterexample'] {
  return fingerprints.flatMap((mark) => marked.get(mark)?.counterexample ?? [])[0];
}

function rowOf(id: string, one: CaseRow, found: FindingRow['counterexample']): Markup {
  const runs = found === undefined ? one.drawn?.runs : found.runs;
  return html`<tr>
    <th scope="row">
      ${one.sentence}
      <p>${requirementLink(id)}</p>
      ${counterexample(found)}
    </th>
    <td>${verdictMark(one.verdict)}</td>
    <td>${runs ?? '–'}</td>
    <td>${found?.seed ?? one.drawn?.seed ?? '–'}</td>
    <td>${one.requests}</td>
    <td>${timeWords(one.took)}</td>
  </tr>`;
}

/** Characters of a value that has no words. The drift has all of it. */
const longest = 300;

function counterexample(found: FindingRow['counterexample']): Content {
  if (found === undefined) return undefined;
  const { value, words, confirmed } = found;
  const repeated =
    confirmed === undefined
      ? ''
      : ` (repeated ${confirmed.times} times, it showed ${confirmed.shown} times)`;
  return html`<p>
    smallest value that shows a drift${repeated}:
    ${words ?? html`<code class="value">${cut(value, longest)}</code>`}
  </p>`;
}
