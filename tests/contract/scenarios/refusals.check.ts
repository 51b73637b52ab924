/** Requests that must be refused; the monitor knows why, and judges each. */
import { type CaseBody, check, section } from '../../../src/harness/suite/index.ts';
import { type Format, formats } from '../../../src/harness/values/index.ts';
import {
  all,
  refusesAttaches,
  refusesChapters,
  refusesCreates,
  refusesIncomplete,
  refusesOtherJson,
  refusesUnknownBooks,
  refusesUnknownDelete,
  refusesUnknownPublishing,
  refusesUpdates,
  refusesUploads,
  share,
} from './refused-requests.ts';
import { createMixedDraft } from '../steps/index.ts';
import { withThreeChapters } from '../../property/chapters/index.ts';
import { probeRefusals } from './probes.ts';

const writing = { needs: ['read', 'write'] } as const;
const shape = { reach: 'shape', ...writing } as const;

/** The same case for each format. */
function each(sentence: string, body: (format: Format) => CaseBody): Record<string, CaseBody> {
  return Object.fromEntries(formats.map((format) => [`${sentence} (${format})`, body(format)]));
}

/** Every kind of bad request, about a draft. */
function probesDraft(format: Format, place: number): CaseBody {
  return async (t) =>
    probeRefusals(t, await createMixedDraft(t, { format, turn: place }), { turn: place });
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
    each('refuses a bad new book, and stores nothing of it', (format) =>
      refusesCreates(format, share(0)),
    ),
    { covers: creates, ...shape, ...quickly },
  ),
  check(
    'create.required-properties',
    each('refuses a book without a required property', refusesIncomplete),
    { covers: creates, ...shape },
  ),
  check(
    'chapters.sequence',
    { 'refuses entries that are not chapters': refusesChapters },
    { covers: ['chapters.', ...problems], ...quickly },
  ),
  check(
    'read.unknown-404',
    { 'finds no book for an unknown id': refusesUnknownBooks },
    { covers: ['read.', 'lookup.', 'update.', 'upload.', 'attach.', ...problems], ...quickly },
  ),
  check(
    'publish.unknown-404',
    { 'refuses to publish or withdraw an unknown book': refusesUnknownPublishing },
    { covers: ['publish.', 'unpublish.'], ...quickly, needs: ['write', 'publish'] },
  ),
  check(
    'delete.unknown-404',
    { 'refuses to delete an unknown book': refusesUnknownDelete },
    { covers: ['delete.'], ...quickly, needs: ['write', 'delete'] },
  ),
  check(
    'create.schema-400',
    { 'refuses bodies that are not objects': refusesOtherJson },
    { covers: ['create.', 'update.', 'upload.', ...problems], ...quickly },
  ),
  check(
    'update.refused-changes-nothing',
    {
      'does not change a print draft': probesDraft('print', 14),
      'does not change an audio draft with chapters': async (t) =>
        withThreeChapters(t, async ({ book }) => probeRefusals(t, book, { turn: 11 })),
    },
    { covers: [...updates, 'upload.', 'attach.', 'auth.'], ...writing },
  ),
  check(
    'update.refused-changes-nothing',
    { 'does not change an ebook draft': probesDraft('ebook', 9) },
    { covers: [...updates, 'upload.', 'attach.', 'auth.'], ...writing, depth: 'deep' },
  ),
  check(
    'attach.hash-mismatch-422',
    each('attaches no file that differs from its upload request', refusesAttaches),
    { covers: ['attach.', ...problems], ...writing, depth: 'deep' },
  ),
  check(
    'create.schema-400',
    each('refuses every invalid value of a new book', (format) => refusesCreates(format, all)),
    { covers: creates, ...shape, depth: 'deep' },
  ),
  check(
    'update.schema-400',
    each('refuses every invalid value of an update', (format) =>
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
