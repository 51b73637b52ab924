/**
 * Whole lives of books, generated so that every two conditions meet in one of them. The monitor
 * judges each exchange; a life itself only has to reach the shops.
 */
import type { StatedId } from '../../../src/contract/requirements.ts';
import { dimensions } from '../../../src/monitor/index.ts';
import { check, section } from '../../../src/harness/suite/index.ts';
import type { Format } from '../../../src/harness/values/index.ts';
import { conditions, type Life, runLife } from './life.ts';
import { coverRows, firstOfEach, type Row } from './rows.ts';

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
  'delete.refus',
];

function describe({ format, inShops, withdrawn, probed }: Life): string {
  const book = { ebook: 'ebook', print: 'print book', audio: 'audiobook' }[format];
  return `edits a published ${book} (${inShops}) and a withdrawn one (${withdrawn}), and refuses bad requests while ${probed}`;
}

function livesOf(rows: readonly Life[], depth: 'quick' | 'usual' | 'deep') {
  return dimensions.format.map((format) => {
    const own = rows.filter((row) => row.format === format);
    const cases = Object.fromEntries(own.map((row) => [describe(row), runLife(row)]));
    return check(flows[format], cases, { covers, depth, needs: ['read', 'write', 'publish'] });
  });
}

function livesFor(rows: readonly Row<typeof conditions>[]): Life[] {
  return rows.map((row, turn) => {
    const lifeNumber = rows.slice(0, turn).filter(({ format }) => format === row.format).length;
    return { ...row, turn, lifeNumber };
  });
}

const pairs = coverRows(conditions, 2);
const first = firstOfEach(pairs, ['format', 'probed', 'inShops']);
const ordered = livesFor([...first, ...pairs.filter((row) => !first.includes(row))]);
const quick = ordered.slice(0, first.length);
const usual = ordered.slice(first.length);
const triples = livesFor(coverRows(conditions, 3));

export const lives = section('Lives of books', [
  ...livesOf(quick, 'quick'),
  ...livesOf(usual, 'usual'),
  ...livesOf(triples, 'deep'),
]);
