/**
 * Requests with a value at an edge of what the contract allows, or just outside. Each differs from a valid one in one
 * place. The monitor knows whether the service must refuse it.
 */
import { type CaseBody, check, section } from '../../../src/harness/suite/index.ts';
import { type Format, formats } from '../../../src/harness/arbitraries/index.ts';
import { createEdgeBooks, sendRefusedCreates, sendVariedUpdates } from './book-cases.ts';
import {
  sendMisfitRoles,
  sendVariedAttaches,
  sendVariedChapters,
  sendVariedDescriptors,
} from './file-cases.ts';

/** Returns the same case for each format. */
function createCases(
  sentence: string,
  body: (format: Format) => CaseBody,
): Record<string, CaseBody> {
  return Object.fromEntries(formats.map((format) => [`${sentence} (${format})`, body(format)]));
}

const problemAreas = ['problem.', 'message.', 'body.', 'errors.'];
const bookAreas = ['contributor.', 'price.', 'audio-details.', 'book.', 'isbn.', 'date.'];
const createAreas = ['create.', ...bookAreas, ...problemAreas];
const updateAreas = ['update.', ...bookAreas, ...problemAreas];
const uploadAreas = ['upload.', ...problemAreas];
const attachAreas = ['attach.', ...problemAreas];
const needs = ['read', 'write'] as const;

export const requestValues = section('Values that the contract allows and forbids', [
  check(
    'create.schema-400',
    createCases('refuses creates with an invalid body, and stores none of them', (format) =>
      sendRefusedCreates(format),
    ),
    { covers: createAreas, needs, reach: 'shape', depth: 'quick' },
  ),
  check(
    'chapters.sequence',
    {
      'refuses malformed chapters': sendVariedChapters,
    },
    { covers: ['chapters.', ...problemAreas], needs, depth: 'quick' },
  ),
  check(
    'create.optional-properties',
    { 'creates books with the longest, least and fewest values': createEdgeBooks },
    { covers: createAreas, needs, reach: 'shape' },
  ),
  check(
    'update.schema-400',
    {
      'refuses invalid values in an update, and keeps the draft unchanged':
        sendVariedUpdates('audio'),
    },
    { covers: updateAreas, needs },
  ),
  check(
    'upload.schema-400',
    { 'grants no upload for an invalid descriptor': sendVariedDescriptors('audio') },
    { covers: uploadAreas, needs, depth: 'quick' },
  ),
  check(
    'upload.role-fits-format',
    { 'grants no upload if a role in any place is of another format': sendMisfitRoles },
    { covers: uploadAreas, needs },
  ),
  check(
    'attach.required-properties',
    { 'attaches a file only with its filename and its hash': sendVariedAttaches('ebook') },
    { covers: attachAreas, needs, depth: 'quick' },
  ),
]);
