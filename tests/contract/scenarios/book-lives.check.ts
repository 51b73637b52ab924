/**
 * Whole lives of books. The quick and usual lives together contain every pair of conditions, and the deep
 * lives every triple. The monitor judges each exchange; a life itself only asserts that its book is published.
 */
import type { StatedId } from '../../../src/contract/requirements.ts';
import { dimensions } from '../../../src/monitor/index.ts';
import { check, section } from '../../../src/harness/suite/index.ts';
import type { Format } from '../../../src/harness/values/index.ts';
import { conditions, type Life, runLife } from './life.ts';
import { coverRows, chooseCoveringRows, type Row } from './refused-requests.ts';

const flows: Readonly<Record<Format, StatedId>> = {
  ebook: 'flow.ebook',
  print: 'flow.print',
  audio: 'flow.audiobook',
};

const covers = [
  'book.',
  'create.',
  'read.',
  'lookup.',
  'update.',
  'upload.',
  'put.',
  'attach.',
  'publish.',
  'unpublish.',
  'status.',
  'id.',
  'contributor.',
  'price.',
  'audio-details.',
  'chapters.',
  'isbn.',
  'list.item-',
  'flow.',
  'delete.refused-',
  'delete.refusal-',
];

function describeLife({ format, whenInShops, whenWithdrawn, probedWhen }: Life): string {
  const book = { ebook: 'an ebook', print: 'a print book', audio: 'an audiobook' }[format];
  return `publishes ${book}, edits it in the shops (${whenInShops}) and after withdrawal (${whenWithdrawn}), and refuses bad requests while it is ${probedWhen}`;
}

function createChecks(rows: readonly Life[], depth: 'quick' | 'usual' | 'deep') {
  return dimensions.format.map((format) => {
    const formatLives = rows.filter((row) => row.format === format);
    const cases = Object.fromEntries(formatLives.map((row) => [describeLife(row), runLife(row)]));
    return check(flows[format], cases, { covers, depth, needs: ['read', 'write', 'publish'] });
  });
}

function createLives(rows: readonly Row<typeof conditions>[]): Life[] {
  return rows.map((row, turn) => {
    const indexInFormat = rows.slice(0, turn).filter(({ format }) => format === row.format).length;
    return { ...row, turn, indexInFormat };
  });
}

const pairwiseRows = coverRows(conditions, 2);
// Quick lives have every value of these factors. The other pairs, and edits after withdrawal, are for usual lives.
const quickRows = chooseCoveringRows(pairwiseRows, ['format', 'probedWhen', 'whenInShops']);
const allLives = createLives([
  ...quickRows,
  ...pairwiseRows.filter((row) => !quickRows.includes(row)),
]);
const quickLives = allLives.slice(0, quickRows.length);
const usualLives = allLives.slice(quickRows.length);
const deepLives = createLives(coverRows(conditions, 3));

export const bookLives = section('Lives of books', [
  ...createChecks(quickLives, 'quick'),
  ...createChecks(usualLives, 'usual'),
  ...createChecks(deepLives, 'deep'),
]);
