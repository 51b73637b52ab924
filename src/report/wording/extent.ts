/** Says in words what all drifts have in common and other calls have not. */
import type { ExtentRow, PassingRow, SeparationRow } from '../record/index.ts';
import { formatNumber } from './text.ts';

/** Sentences in which the values of a dimension take the place of `…`. */
const phrases: Readonly<Record<string, string>> = {
  operation: 'in …',
  format: 'for the format …',
  status: 'while the book is …',
  position: 'on the … page of a list',
  items: 'with … entries',
  text: 'with … text',
  perPage: 'with a page size that is …',
  page: 'with a page number that is …',
  sequence: 'with a highest chapter number that is …',
  parameters: 'with … parameters',
  days: 'for a publication date that is …',
  date: 'with a publication date that is …',
  finalVersion: 'for final versions: …',
  fields: 'with … fields',
  role: 'for the file role …',
  key: 'with a key that is …',
  published: 'for a book published … before',
  unpublished: 'for a book unpublished … before',
  updated: 'for a book updated … before',
  uploads: 'for a book for which uploads were requested … before',
  has: 'for a book that has …',
  lacks: 'for a book without …',
  after: 'after …',
  previous: 'right after …',
  refusals: 'for a book with … earlier refused calls',
  account: 'with the key of the … account',
  sends: 'for requests that send …',
};

/** Dimensions whose values are names that are shown as they are. */
const names = new Set(['role', 'has', 'lacks', 'after', 'previous', 'sends', 'operation']);

/** Returns the condition, such as `for the format audio`, or `while the book was draft` for the call before. */
function describeExtent({ dimension, values, isUnmet }: ExtentRow): string {
  const name = dimension.replace(/^(?:write|stored) /, '');
  const isShownAsIs = names.has(name) || /^(sent|count) /.test(name);
  const words = values.map((value) => (isShownAsIs ? value : value.replaceAll(/[-_]/g, ' ')));
  // The words are from requests, and may look like patterns of a replacement.
  const text = findPhrase(name)
    .replace('…', () =>
      isUnmet === true ? `not known to be ${words.join(' or ')}` : words.join(' or '),
    )
    .replace(/\b(1|one) entries/, '$1 entry')
    .replace(/(\w+ed) never/, 'never $1');
  if (dimension.startsWith('stored ')) return text.replace('for requests', 'for a book');
  return dimension.startsWith('write ')
    ? text.replaceAll(/\b(?:is|has) /g, (verb) => (verb === 'is ' ? 'was ' : 'had '))
    : text;
}

function findPhrase(name: string): string {
  const [, kind, member] = /^(sent|count|kind|number of) (.*)$/.exec(name) ?? [];
  if (kind === 'sent') return `for requests with ${member} …`;
  if (kind === 'count')
    return member === '' ? 'for requests of … entries' : `for requests with … entries in ${member}`;
  if (kind === 'kind') return `for requests whose ${member} is …`;
  if (kind === 'number of') return `for a book with … entries in ${member}`;
  return phrases[name] ?? `with ${name} …`;
}

/** Returns the call that passes and what it has otherwise, such as `request 31 passes (422) with isbn "979…"`. */
export function describePassing({ request, status, condition }: PassingRow, failed?: number) {
  const answer = failed === undefined || failed === status ? '' : ` (${status})`;
  const call = `request ${formatNumber(request)}`;
  return condition === undefined
    ? `${call} is much alike and passes${answer}`
    : `${call} passes${answer} ${describeDifference(condition)}`;
}

function describeDifference({ dimension, values, isUnmet }: ExtentRow): string {
  const preposition = isUnmet === true ? 'without' : 'with';
  if (/(?:sends|has)$/.test(dimension)) return `${preposition} ${values.join(' or ')}`;
  const isOfValue = dimension.includes('sent ');
  return describeExtent({ dimension, values, isUnmet: isUnmet === true && !isOfValue })
    .replace(/^for requests (?:(?=whose)|of|with)/, (start) => (start.endsWith(' ') ? '' : 'with'))
    .replace(/\bwith\b/, preposition);
}

/** Returns both counts, such as `only for the format audio: 16 of 16 with, 0 of 99 without`. */
export function describeSeparation({ condition, matching, others, isGuess }: SeparationRow) {
  const what = describeExtent(condition);
  const [drifted, times, rest] = [matching.drifted, matching.times, others].map(formatNumber);
  return `${isGuess === true ? 'perhaps ' : ''}only ${what}: ${drifted} of ${times} with, 0 of ${rest} without`;
}
