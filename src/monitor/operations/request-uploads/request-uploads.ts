/** POST upload: what is expected of an upload request, what it does, and how its grants are read. */
import {
  type Question,
  anyRefusal,
  existenceGrounds,
  type Expectation,
  getKnownValue,
  type Ground,
  hasNoOtherStatus,
  isCertain,
  isUnknownBook,
  may,
  mayByState,
  must,
  readBody,
  statusRefusal,
  unknownUploadMark,
  when,
} from '../../grounds/index.ts';
import { readGrants } from '../../responses.ts';
import { type Book, type Claim, withClaims, type World } from '../../world/index.ts';
import { applyToBook } from '../book-call.ts';
import type { Effect, MonitoredOperation } from '../operation.ts';
import { findRoleFormat } from '../../../contract/fields.ts';
import { isArray, isObject } from '../../../contract/json-pointer.ts';
import { applyUploadRequest } from './apply-uploads.ts';
import { judgeUploads } from './grant-view.ts';

/** POST upload. */
export const requestOperation: MonitoredOperation = {
  expect: expectUploads,
  apply: applyUploads,
  judge: ({ question }) => judgeUploads(question),
};

function applyUploads(effect: Effect): World {
  const { question, outcome } = effect;
  const body = question.exchange.response?.body;
  const world = outcome === 'accepted' ? applyUploadRequest(question, body) : question.world;
  return applyToBook(
    { ...effect, question: { ...question, world } },
    {
      change: (book) =>
        withClaims(
          outcome === 'accepted' ? withUnreadGrants(book, question) : withUnknownFiles(book),
          claimUpload(question),
        ),
      claimRefused: claimUpload,
      claimNoEffect: (requirement) => [{ requirement, field: 'status', refusedValue: 'draft' }],
    },
  );
}

/** If the grants of a response cannot be read, unknown files may be attached later. */
function withUnreadGrants(book: Book, { exchange }: Question): Book {
  const isReadable = readGrants(exchange.response?.body) !== undefined;
  return isReadable ? book : withUnknownFiles(book);
}

/** A call that was wrongly accepted, or has no response, may have granted files as well. */
function withUnknownFiles(book: Book): Book {
  return { ...book, knowsFiles: false };
}

/** An upload request neither returns its book to draft nor attaches the files that it announces. */
function claimUpload({ exchange }: Question): readonly Claim[] {
  const ids = (readGrants(exchange.response?.body) ?? []).map(({ id }) => id);
  return [
    { requirement: 'upload.keeps-status', field: 'status', refusedValue: 'draft' },
    { requirement: 'attach.references-only-after', field: 'files', refusedValue: ids },
  ];
}

type Descriptor = Readonly<Record<string, unknown>>;

const body = { type: 'upload.content-type-400', schema: 'upload.schema-400' } as const;

function expectUploads(question: Question): Expectation {
  const { grounds, value } = readBody(question.call, body);
  return {
    grounds: [
      ...existenceGrounds(question, 'upload.unknown-404'),
      ...grounds,
      ...(isArray(value) && value.length > 0 ? batchGrounds(value.filter(isObject), question) : []),
      ...(hasNoOtherStatus(question) ? [] : [statusGround(question)]),
    ],
  };
}

function statusGround(question: Question): Ground {
  return mayByState('upload.any-status', ...(isCertain(question) ? statusRefusal : anyRefusal));
}

function batchGrounds(descriptors: readonly Descriptor[], question: Question): readonly Ground[] {
  const mayRepeatUpload = descriptors.some((descriptor) => mayBeUploaded(descriptor, question));
  return [
    ...when(hasRepeats(descriptors), may('upload.duplicates', ...anyRefusal)),
    ...when(mayRepeatUpload, may('put.reused', 409)),
    ...fitGrounds(descriptors, question),
  ];
}

function hasRepeats(descriptors: readonly Descriptor[]): boolean {
  const repeats = (key: string) =>
    new Set(descriptors.map((descriptor) => descriptor[key])).size < descriptors.length;
  const roles = descriptors.map(({ role }) => role).filter((role) => role !== 'audio_content');
  return repeats('referenceId') || repeats('hashSha256') || new Set(roles).size < roles.length;
}

/** True if this file may have been uploaded to the same book before, so that its URL may be used already. */
function mayBeUploaded({ hashSha256, role }: Descriptor, question: Question): boolean {
  const { world, call, book } = question;
  if (isUnknownBook(question)) return false;
  const hash = typeof hashSha256 === 'string' ? hashSha256.toLowerCase() : '';
  // The role or hash of an uploaded file is undefined if no response linked its URL to its descriptor.
  const isUsed = [String(role), 'undefined'].some((usedRole) =>
    [hash, 'undefined'].some((usedHash) =>
      world.usedMarks.has(`upload ${call.bookId} ${usedRole} ${usedHash}`),
    ),
  );
  return book?.createdInEpoch !== world.epoch || isUsed || world.usedMarks.has(unknownUploadMark);
}

/**
 * Roles must fit the book's format. The document does not say whether they are compared with the book or with the first
 * role of the batch, nor whether fitting roles are granted if others are refused. So a wrong role must be refused only
 * if the service is known to compare with the book and to refuse whole batches.
 */
function fitGrounds(descriptors: readonly Descriptor[], question: Question): readonly Ground[] {
  const format = question.book && getKnownValue(question.book, 'format');
  const formats = descriptors.map(({ role }) => findRoleFormat(role));
  const misfits = formats.flatMap((roleFormat, index) => (roleFormat === format ? [] : [index]));
  if (isUnknownBook(question) && new Set(formats).size === 1) return [];
  if (!isCertain(question) || typeof format !== 'string') {
    return [may('upload.batch-meaning', 400)];
  }
  if (misfits.length === 0) return [];
  const { readings } = question.world;
  const meanings = readings.get('upload.batch-meaning');
  const comparesWithBook = meanings?.has('book-format') === true && !meanings.has('first-item');
  const extents = readings.get('upload.partial');
  const refusesWholeBatch = extents?.has('whole-batch') === true && !extents.has('others-granted');
  if (!comparesWithBook || !refusesWholeBatch) {
    const mayBePartial = may('upload.partial', 400);
    // If the first item fits the book, another format is wrong in either meaning.
    const [index = 0] = misfits;
    if (index === 0) return [may('upload.batch-meaning', 400), mayBePartial];
    // A file that the book already has may be another reason to refuse a role.
    const { certain = [], possible = [] } = question.book?.files ?? {};
    const mayHaveFiles = question.book?.files === undefined || certain.length + possible.length > 0;
    const fits =
      mayHaveFiles || hasRepeats(descriptors)
        ? []
        : [...formats.keys()].filter((position) => !misfits.includes(position));
    const validFields = fits.map((position) => `${position}.role`);
    const proof = { ...misfitProof, name: `${index}.role`, validFields };
    return [may('upload.batch-meaning', 400), { ...mayBePartial, proof }];
  }
  return misfits.map((index) => must('upload.role-fits-format', [400], `${index}.role`));
}

const misfitProof = { requirement: 'upload.role-fits-format', status: 400 } as const;
