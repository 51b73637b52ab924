/** POST upload: whether an upload request must, may or must not be refused. */
import { isArray, isObject } from '../../contract/json-pointer.ts';
import { readJsonBody, unknownKeyGrounds } from './body-grounds.ts';
import {
  existenceGrounds,
  hasNoOtherStatus,
  isCertain,
  isUnknownBook,
  getKnownValue,
} from './book-grounds.ts';
import {
  anyRefusal,
  decides,
  may,
  mayByState,
  must,
  statusRefusal,
  type Expectation,
  type Ground,
  when,
} from './grounds.ts';
import type { Question } from './question.ts';
import { isOrdinaryText } from './texts.ts';

type Descriptor = Readonly<Record<string, unknown>>;

const formatByRole: Readonly<Record<string, string>> = {
  ebook_content: 'ebook',
  ebook_cover: 'ebook',
  audio_content: 'audio',
  audio_cover: 'audio',
  pod_content: 'print',
  pod_cover: 'print',
};

const body = { type: 'upload.content-type-400', schema: 'upload.schema-400' } as const;

export function expectUploads(question: Question): Expectation {
  const { grounds, value } = readJsonBody(question.call, body);
  return {
    grounds: [
      ...existenceGrounds(question, 'upload.unknown-404'),
      ...grounds,
      ...(value === undefined ? [] : batchGrounds(value, question)),
      ...(hasNoOtherStatus(question) ? [] : [statusGround(question)]),
    ],
    accepts: {
      statuses: [201],
      statusRequirement: 'upload.answers-201',
    },
  };
}

function statusGround(question: Question): Ground {
  return mayByState('upload.any-status', ...(isCertain(question) ? statusRefusal : anyRefusal));
}

function batchGrounds(value: unknown, question: Question): readonly Ground[] {
  if (!isArray(value)) return [must('upload.schema-400', [400])];
  if (value.length === 0) return [decides('upload.empty', 400)];
  const descriptors = value.filter(isObject);
  return [
    ...when(value.length > 20, may('upload.max', ...anyRefusal)),
    ...when(hasRepeats(descriptors), may('upload.duplicates', ...anyRefusal)),
    ...value.flatMap((entry, index) =>
      isObject(entry)
        ? descriptorGrounds(entry, String(index), question)
        : [must('upload.schema-400', [400], String(index))],
    ),
    ...fitGrounds(descriptors, question),
  ];
}

function hasRepeats(descriptors: readonly Descriptor[]): boolean {
  const repeats = (key: string) =>
    new Set(descriptors.map((descriptor) => descriptor[key])).size < descriptors.length;
  const roles = descriptors.map(({ role }) => role).filter((role) => role !== 'audio_content');
  return repeats('referenceId') || repeats('hashSha256') || new Set(roles).size < roles.length;
}

function descriptorGrounds(
  descriptor: Descriptor,
  place: string,
  question: Question,
): readonly Ground[] {
  const { role, hashSha256 } = descriptor;
  const knownKeys = ['referenceId', 'role', 'filename', 'hashSha256'];
  return [
    ...labelGrounds(descriptor, 'referenceId', place),
    ...labelGrounds(descriptor, 'filename', place),
    ...when(
      typeof role !== 'string' || !(role in formatByRole),
      must('upload.descriptor-role', [400], `${place}.role`),
    ),
    ...hashGrounds(hashSha256, place),
    ...when(mayBeUploaded(descriptor, question), may('put.reused', 409)),
    ...unknownKeyGrounds(descriptor, knownKeys),
  ];
}

const labels = {
  referenceId: 'upload.descriptor-reference-id',
  filename: 'upload.descriptor-filename',
} as const;

/** The document says that both labels are strings, but not whether they are required. */
function labelGrounds(
  descriptor: Descriptor,
  key: keyof typeof labels,
  place: string,
): readonly Ground[] {
  const value = descriptor[key];
  if (value === undefined || value === null) return [may('upload.required', 400, 422)];
  if (typeof value !== 'string') return [must(labels[key], [400], `${place}.${key}`)];
  const isPlain = isOrdinaryText(value, 120) && !/[/\\]/.test(value);
  return isPlain ? [] : [may('upload.filename', ...anyRefusal)];
}

function hashGrounds(hash: unknown, place: string): readonly Ground[] {
  const name = `${place}.hashSha256`;
  if (typeof hash !== 'string') return [must('upload.descriptor-hash', [400], name)];
  if (!/^[0-9a-f]{64}$/i.test(hash)) return [must('upload.descriptor-hash', [400, 422], name)];
  return hash === hash.toLowerCase() ? [] : [may('upload.hash-form', ...anyRefusal)];
}

/** Marks an upload to a URL that no response was seen to grant, so that its book and file are not known. */
export const unknownUploadMark = 'upload of an unknown file';

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
  const formats = descriptors.map(({ role }) => formatByRole[String(role)] ?? '');
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
