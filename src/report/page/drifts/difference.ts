/** Renders the expected and the actual result side by side, with the differences marked. */
import { diffJson, diffWordsWithSpace, type ChangeObject } from 'diff';
import { html, type Content, type Markup } from '../../../design/pieces.ts';
import { dropNulls } from '../../../contract/json-pointer.ts';
import type { FindingRow } from '../../record/index.ts';
import {
  findSentValue,
  findWrongStatus,
  shortenSides,
  splitExpectation,
} from '../../triage/index.ts';
import { formatJson } from '../exchange-text.ts';

/** In characters. Longer values are shown but not compared, because the comparison would be slow. */
const maxComparedLength = 20_000;
/** In characters. Sentences may share shorter parts by chance. */
const maxChanceLength = 8;

/** The two sides of a drift. */
export function renderDifference(row: FindingRow): Markup {
  const [expected, actual] = renderSides(row);
  const { pointer = '' } = row;
  return html`<div class="sides">
      <div class="side tinted expected conforms">
        <p class="soft">expected</p>
        ${expected}
      </div>
      <div class="side tinted actual drifts">
        <p class="soft">got</p>
        ${actual}
      </div>
    </div>
    ${pointer !== '' && html`<p class="soft">at <code>${pointer}</code> of the response</p>`}`;
}

function renderSides(row: FindingRow): readonly [Content, Content] {
  const { values, actual } = row;
  const expected = findSentValue(row) ?? row.expected;
  if (values !== undefined) {
    const { comparedSubject } = splitExpectation(expected);
    const changes = findChanges(dropNulls(values.expected), dropNulls(values.actual));
    const [left, right] = renderChanges(changes);
    const subject = comparedSubject !== undefined && html`<p>${comparedSubject}</p>`;
    return [html`${subject}${left}`, right];
  }
  if (findWrongStatus(row) !== undefined && row.actual.startsWith('2')) {
    const sides = shortenSides(row, maxComparedLength);
    return [renderShort(sides.expected), renderShort(sides.actual)];
  }
  const response = /^([1-5]\d\d)\s+(\S+\/\S+)\s+/.exec(actual);
  if (response !== null) {
    const [head, status = '', mediaType = ''] = response;
    const { responseBody } = row.exchange ?? {};
    const body = responseBody === undefined ? actual.slice(head.length) : formatJson(responseBody);
    const line = html`${status} <small>${mediaType}</small>`;
    return [renderShort(expected), html`${renderShort(line)} ${renderBlock(body)}`];
  }
  const changes = [expected, actual].some((text) => text.length > maxComparedLength)
    ? []
    : diffWordsWithSpace(expected, actual);
  const hasCommonText = changes.some(
    ({ added, removed, value }) => !added && !removed && value.length > maxChanceLength,
  );
  return hasCommonText ? renderChanges(changes) : [renderShort(expected), renderShort(actual)];
}

function findChanges(expected: unknown, actual: unknown): ChangeObject<string>[] {
  const [left, right] = [formatJson(expected), formatJson(actual)];
  if (left.length + right.length > maxComparedLength) {
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

/** Returns both sides of a comparison, with the parts marked that only one side has. */
function renderChanges(changes: readonly ChangeObject<string>[]): readonly [Markup, Markup] {
  const render = (kind: 'added' | 'removed', other: 'added' | 'removed'): Markup =>
    renderBlock(
      changes
        .filter((change) => !change[other])
        .map((change) => (change[kind] ? html`<mark>${change.value}</mark>` : change.value)),
    );
  return [render('removed', 'added'), render('added', 'removed')];
}

function renderShort(inside: Content): Markup {
  return html`<p class="big">${inside}</p>`;
}

function renderBlock(inside: Content): Markup {
  return html`<pre tabindex="0">${inside}</pre>`;
}
