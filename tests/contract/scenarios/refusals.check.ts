/** Requests that a service must refuse; the monitor judges each response. */
import { type CaseBody, check, section } from '../../../src/harness/suite/index.ts';
import { type Format, formats } from '../../../src/harness/values/index.ts';
import {
  sendBadAttaches,
  requestUnknownBook,
  deleteUnknownBook,
  publishUnknownBook,
  sendMisfitUploads,
} from './refused-requests.ts';
import { createMixedDraft } from '../steps/index.ts';
import { withThreeChapters } from '../../property/chapters/index.ts';
import { probeRefusals } from './probes.ts';

/** Returns the same case for each format. */
function createCases(
  sentence: string,
  body: (format: Format) => CaseBody,
): Record<string, CaseBody> {
  return Object.fromEntries(formats.map((format) => [`${sentence} (${format})`, body(format)]));
}

/**
 * The turns of the drafts, which choose the bad values. With these, the print draft gets an upload request in
 * plain text, the ebook an update in plain text, and the audiobook chapters with one of its own files.
 */
const draftTurns = { print: 14, ebook: 9, audio: 11 } as const;

/** Returns a case that sends all kinds of probes about a draft. */
function probeDraft(format: Format): CaseBody {
  const turn = draftTurns[format];
  return async (t) => probeRefusals(t, await createMixedDraft(t, { format, turn }), { turn });
}

const problemAreas = ['problem.', 'message.', 'body.', 'errors.'];
const bookAreas = [
  'contributor.',
  'price.',
  'audio-details.',
  'book.',
  'isbn.',
  'date.',
  ...problemAreas,
];
const updateAreas = ['update.', ...bookAreas];
const needsReadWrite = { needs: ['read', 'write'] } as const;

/** Each check has the id that most of its requests test, so several checks share an id; `covers` lists the others. */
export const refusals = section('Refused requests', [
  check(
    'read.unknown-404',
    { 'refuses to read, look up or change an unknown book': requestUnknownBook },
    {
      covers: ['read.', 'lookup.', 'update.', 'upload.', 'attach.', ...problemAreas],
      ...needsReadWrite,
      depth: 'quick',
    },
  ),
  check(
    'publish.unknown-404',
    { 'refuses to publish or withdraw an unknown book': publishUnknownBook },
    { covers: ['publish.', 'unpublish.'], needs: ['write', 'publish'], depth: 'quick' },
  ),
  check(
    'delete.unknown-404',
    { 'refuses to delete an unknown book': deleteUnknownBook },
    { covers: ['delete.'], needs: ['write', 'delete'], depth: 'quick' },
  ),
  check(
    'update.refused-changes-nothing',
    {
      'keeps a print draft unchanged when it refuses requests': probeDraft('print'),
      'keeps an audio draft with chapters unchanged when it refuses requests': async (t) =>
        withThreeChapters(t, async ({ book }) =>
          probeRefusals(t, book, { turn: draftTurns.audio }),
        ),
    },
    { covers: [...updateAreas, 'upload.', 'attach.', 'auth.'], ...needsReadWrite },
  ),
  check(
    'update.refused-changes-nothing',
    { 'keeps an ebook draft unchanged when it refuses requests': probeDraft('ebook') },
    { covers: [...updateAreas, 'upload.', 'attach.', 'auth.'], ...needsReadWrite, depth: 'deep' },
  ),
  check(
    'attach.hash-mismatch-422',
    createCases('attaches a file only after its bytes have arrived', sendBadAttaches),
    { covers: ['attach.', ...problemAreas], ...needsReadWrite, depth: 'deep' },
  ),
  check(
    'upload.schema-400',
    createCases(
      'grants no upload for roles of other formats and for other bodies',
      sendMisfitUploads,
    ),
    {
      covers: ['upload.', ...problemAreas],
      ...needsReadWrite,
      depth: 'deep',
    },
  ),
]);
