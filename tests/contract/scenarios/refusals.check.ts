/** Requests that have to be refused; the monitor knows why, and judges each. */
import { type CaseBody, check, section } from '../../../src/harness/suite/index.ts';
import { type Format, formats } from '../../../src/harness/values/index.ts';
import {
  all,
  refusesAttaches,
  refusesChapters,
  refusesCreates,
  refusesOtherJson,
  refusesPlainText,
  refusesUnknownBooks,
  refusesUnknownDelete,
  refusesUnknownPublishing,
  refusesUpdates,
  refusesUploads,
  turn,
} from './refused-requests.ts';

const writing = { needs: ['read', 'write'] } as const;
const shape = { reach: 'shape', ...writing } as const;

/** The same case for each format. */
function each(sentence: string, body: (format: Format) => CaseBody): Record<string, CaseBody> {
  return Object.fromEntries(formats.map((format) => [`${sentence} (${format})`, body(format)]));
}

const problems = ['problem.', 'message.', 'body.', 'errors.'];
const creates = [
  'create.',
  'contributor.',
  'price.',
  'audio-details.',
  'book.',
  'isbn.',
  'date.',
  ...problems,
];
const updates = ['update.', ...creates.slice(1)];
const quickly = { ...writing, depth: 'quick' } as const;

export const refusals = section('Requests that have to be refused', [
  check(
    'create.schema-400',
    each('refuses what is no book, and keeps nothing of it', (format) =>
      refusesCreates(format, turn(0)),
    ),
    { covers: creates, ...shape, ...quickly },
  ),
  check(
    'update.schema-400',
    each('refuses what no book can become, and keeps nothing of it', (format) =>
      refusesUpdates(format, 'draft', turn(0)),
    ),
    { covers: updates, ...quickly },
  ),
  check(
    'upload.schema-400',
    each('grants nothing for what is no file of the book', (format) =>
      refusesUploads(format, turn(0)),
    ),
    { covers: ['upload.', ...problems], ...quickly },
  ),
  check(
    'attach.hash-mismatch-422',
    { 'attaches no file that is not what it was announced as (ebook)': refusesAttaches('ebook') },
    { covers: ['attach.', ...problems], ...quickly },
  ),
  check(
    'chapters.sequence',
    { 'refuses entries that are no chapters': refusesChapters },
    { covers: ['chapters.', ...problems], ...quickly },
  ),
  check(
    'read.unknown-404',
    { 'finds nothing under an id that no book has': refusesUnknownBooks },
    { covers: ['read.', 'lookup.', 'update.', 'upload.', 'attach.', ...problems], ...quickly },
  ),
  check(
    'publish.unknown-404',
    { 'publishes and withdraws no book that does not exist': refusesUnknownPublishing },
    { covers: ['publish.', 'unpublish.'], ...quickly, needs: ['write', 'publish'] },
  ),
  check(
    'delete.unknown-404',
    { 'deletes no book that does not exist': refusesUnknownDelete },
    { covers: ['delete.'], ...quickly, needs: ['write', 'delete'] },
  ),
  check(
    'create.content-type-400',
    { 'refuses bodies of another type than JSON': refusesPlainText },
    { covers: ['create.', 'update.', 'upload.', 'attach.', ...problems], ...quickly },
  ),
  check(
    'create.schema-400',
    { 'refuses bodies that are no object': refusesOtherJson },
    { covers: ['create.', 'update.', ...problems], ...quickly },
  ),
  check(
    'create.schema-400',
    each('refuses other values that are no book', (format) => refusesCreates(format, turn(1))),
    { covers: creates, ...shape },
  ),
  check(
    'update.schema-400',
    each('leaves a published book in the shops', (format) =>
      refusesUpdates(format, 'published', turn(1)),
    ),
    { covers: updates, needs: ['read', 'write', 'publish'] },
  ),
  check(
    'attach.hash-mismatch-422',
    {
      'attaches no file that is not what it was announced as (print)': refusesAttaches('print'),
      'attaches no file that is not what it was announced as (audio)': refusesAttaches('audio'),
    },
    { covers: ['attach.', ...problems], ...writing },
  ),
  check(
    'create.schema-400',
    each('refuses every value that is no book', (format) => refusesCreates(format, all)),
    { covers: creates, ...shape, depth: 'deep' },
  ),
  check(
    'update.schema-400',
    each('refuses every value that no book can become', (format) =>
      refusesUpdates(format, 'published', all),
    ),
    { covers: updates, needs: ['read', 'write', 'publish'], depth: 'deep' },
  ),
  check(
    'upload.schema-400',
    each('grants nothing for any bad descriptor', (format) => refusesUploads(format, all)),
    { covers: ['upload.', ...problems], ...writing, depth: 'deep' },
  ),
]);
