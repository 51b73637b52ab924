/** Whole lives of books. The monitor judges each exchange; a life itself only asserts that its book is published. */
import { check, section } from '../../../src/harness/suite/index.ts';
import { runLife } from './life.ts';

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

const options = { covers, depth: 'quick', needs: ['read', 'write', 'publish'] } as const;

export const bookLives = section('Lives of books', [
  check(
    'flow.ebook',
    { 'publishes an ebook, and publishes it again after an edit': runLife('ebook') },
    options,
  ),
  check(
    'flow.print',
    { 'publishes a print book, edits it in the shops and deletes it': runLife('print') },
    options,
  ),
  check(
    'flow.audiobook',
    { 'publishes an audiobook with chapters, edits them and deletes it': runLife('audio') },
    options,
  ),
]);
