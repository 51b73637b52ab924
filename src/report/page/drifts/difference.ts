/** Expected and actual side by side, with the differences marked. */
import { diffJson, diffWordsWithSpace, type ChangeObject } from 'diff';
import type { FindingRow } from '../../record/index.ts';
import { formatJson } from '../exchanges/index.ts';
import { html, type Content, type Markup } from '../markup.ts';

/** Longer values are shown, but not compared: that would take longer than reading them. */
const maxCompared = 20_000;

/** Returns both sides of a drift, next to each other. */
export function difference(row: FindingRow): Markup {
  const [expected, actual] = renderSides(row);
  const pointer =
    row.pointer === undefined || row.pointer === ''
      ? undefined
      : html`<p class="place">at <code>${row.pointer}</code> of the response</p>`;
  return html`<div class="sides">
      <div class="side expected">
        <h4>expected</h4>
        ${expected}
      </div>
      <div class="side actual">
        <h4>got</h4>
        ${actual}
      </div>
    </div>
    ${pointer}`;
}

function renderSides(row: FindingRow): readonly [Content, Content] {
  const { values, expected, actual } = row;
  if (values !== undefined) {
    const about = /^([^:{["]+): /.exec(expected)?.[1];
    const changes = changesBetween(values.expected, values.actual);
    const [left, right] = [side(changes, 'removed'), side(changes, 'added')];
    return [html`${about !== undefined && html`<p>${about}</p>`}${block(left)}`, block(right)];
  }
  const response = /^([1-5]\d\d)\s+(\S+\/\S+)\s+/.exec(actual);
  if (response !== null) {
    const [, status = '', mediaType = ''] = response;
    const recorded = row.exchange?.responseBody;
    const body = recorded === undefined ? actual.slice(response[0].length) : formatJson(recorded);
    return [
      html`<p class="big">${expected}</p>`,
      html`<p class="big">${status} <small>${mediaType}</small></p>
        ${block(body)}`,
    ];
  }
  const changes = [expected, actual].some((text) => text.length > maxCompared)
    ? []
    : diffWordsWithSpace(expected, actual);
  const hasCommonText = changes.some(
    ({ added, removed, value }) => !added && !removed && value.length > 8,
  );
  if (!hasCommonText)
    return [html`<p class="big">${expected}</p>`, html`<p class="big">${actual}</p>`];
  return [block(side(changes, 'removed')), block(side(changes, 'added'))];
}

function changesBetween(expected: unknown, actual: unknown): ChangeObject<string>[] {
  const [left, right] = [formatJson(expected), formatJson(actual)];
  if (left.length + right.length > maxCompared) {
    return [
      { value: left, added: false, removed: true, count: 1 },
      { value: right, added: true, removed: false, count: 1 },
    ];
  }
  return isObjectOrArray(expected) && isObjectOrArray(actual)
    ? diffJson(expected, actual)
    : diffWordsWithSpace(left, right);
}

function isObjectOrArray(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** One side of a comparison: the common part, and the part that only this side has. */
function side(changes: readonly ChangeObject<string>[], kind: 'added' | 'removed'): Content {
  const other = kind === 'added' ? 'removed' : 'added';
  return changes
    .filter((change) => !change[other])
    .map((change) => (change[kind] ? html`<mark>${change.value}</mark>` : change.value));
}

function block(inside: Content): Markup {
  return html`<pre tabindex="0">${inside}</pre>`;
}
