/** POST of file descriptors: what must, may and must not get upload URLs. */
import { isArray, isObject } from '../../contract/json-pointer.ts';
import { readJsonBody } from './body-grounds.ts';
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
  withProof,
  statusRefusal,
  type Expectation,
  type Ground,
  type RefusalProof,
} from './grounds.ts';
import type { Question } from './question.ts';
import { isOrdinaryText } from './texts.ts';

type Descriptor = Readonly<Record<string, unknown>>;

/** The format each role belongs to. */
const formatOfRole: Readonly<Record<string, string>> = {
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
      status: 'upload.answers-201',
      refused: () => ['upload.answers-201'],
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
    ...(value.length > 20 ? [may('upload.max', ...anyRefusal)] : []),
    ...(hasRepeats(descriptors) ? [may('upload.duplicates', ...anyRefusal)] : []),
    ...value.flatMap((one, index) =>
      isObject(one)
        ? descriptorGrounds(one, String(index), question)
        : [must('upload.schema-400', [400], String(index))],
    ),
    ...fitGrounds(descriptors, question),
  ];
}

function hasRepeats(descriptors: readonly Descriptor[]): boolean {
  const repeats = (key: string) =>
    new Set(descriptors.map((one) => one[key])).size < descriptors.length;
  const single = descriptors.map(({ role }) => role).filter((role) => role !== 'audio_content');
  return repeats('referenceId') || repeats('hashSha256') || new Set(single).size < single.length;
}

function descriptorGrounds(one: Descriptor, place: string, question: Question): readonly Ground[] {
  const { role, hashSha256 } = one;
  const known = ['referenceId', 'role', 'filename', 'hashSha256'];
  return [
    ...labelGrounds(one, 'referenceId', place),
    ...labelGrounds(one, 'filename', place),
    ...(typeof role === 'string' && role in formatOfRole
      ? []
      : [must('upload.descriptor-role', [400], `${place}.role`)]),
    ...hashGrounds(hashSha256, place),
    ...(mayBeUploaded(one, question) ? [may('put.reused', 409)] : []),
    ...(Object.keys(one).every((key) => known.includes(key))
      ? []
      : [decides('request.unknown-property', 400, 422)]),
  ];
}

const labels = {
  referenceId: 'upload.descriptor-reference-id',
  filename: 'upload.descriptor-filename',
} as const;

/** The document does not say whether label and name are required, only that they are strings. */
function labelGrounds(one: Descriptor, key: keyof typeof labels, place: string): readonly Ground[] {
  const value = one[key];
  if (value === undefined) return [may('upload.required', 400, 422)];
  if (value === null) return [may('upload.required', 400, 422)];
  if (typeof value !== 'string') return [must(labels[key], [400], `${place}.${key}`)];
  const plain = isOrdinaryText(value, 120) && !/[/\\]/.test(value);
  return plain ? [] : [may('upload.filename', ...anyRefusal)];
}

function hashGrounds(hash: unknown, place: string): readonly Ground[] {
  const name = `${place}.hashSha256`;
  if (typeof hash !== 'string') return [must('upload.descriptor-hash', [400], name)];
  if (!/^[0-9a-f]{64}$/i.test(hash)) return [must('upload.descriptor-hash', [400, 422], name)];
  return hash === hash.toLowerCase() ? [] : [may('upload.hash-form', ...anyRefusal)];
}

/** True if this file may have been uploaded to the same book before, so that the URL may be a used one. */
function mayBeUploaded({ hashSha256, role }: Descriptor, question: Question): boolean {
  const { world, call, book } = question;
  if (isUnknownBook(question)) return false;
  const hash = typeof hashSha256 === 'string' ? hashSha256.toLowerCase() : '';
  const isUsed = (file: string): boolean => world.used.has(`upload ${call.bookId} ${file}`);
  // An upload to a URL that no response linked to its descriptor may have been of any file.
  return (
    book?.bornIn !== world.epoch ||
    isUsed(`${String(role)} ${hash}`) ||
    isUsed('undefined undefined')
  );
}

/**
 * Roles fit the book's format. Whether a role is held against the book or against the first of
 * the batch is open, so only a batch that mixes formats must be refused, and one with a role that
 * fits neither; and the fitting ones may be granted alone.
 */
function fitGrounds(descriptors: readonly Descriptor[], question: Question): readonly Ground[] {
  const format = question.book && getKnownValue(question.book, 'format');
  const formats = descriptors.map(({ role }) => formatOfRole[String(role)] ?? '');
  const misfits = formats.flatMap((one, index) => (one === format ? [] : [index]));
  if (isUnknownBook(question) && new Set(formats).size === 1) return [];
  if (!isCertain(question) || typeof format !== 'string') {
    return [may('upload.batch-meaning', 400)];
  }
  if (misfits.length === 0) return [];
  const seen = question.world.readings.get('upload.batch-meaning');
  const byBook = seen?.has('book-format') === true && !seen.has('first-item');
  const partial = question.world.readings.get('upload.partial');
  const whole = partial?.has('whole-batch') === true && !partial.has('others-granted');
  if (!byBook || !whole) {
    const partly = may('upload.partial', 400);
    // With the first item fitting the book, another format is wrong in either meaning.
    const [index = 0] = misfits;
    return [
      may('upload.batch-meaning', 400),
      index === 0 ? partly : withProof(partly, misfitAt(index)),
    ];
  }
  return misfits.map((index) => must('upload.role-fits-format', [400], `${index}.role`));
}

function misfitAt(index: number): RefusalProof {
  return { requirement: 'upload.role-fits-format', status: 400, name: `${index}.role` };
}
