/** PUT of bytes to a presigned URL. */
import type { SentBody } from '../exchange.ts';
import { getHabit, type UploadedFile, type World } from '../world/index.ts';
import { splitQuery } from '../call.ts';
import {
  requireConsistency,
  anyRefusal,
  decides,
  may,
  must,
  refusing,
  type Expectation,
  type Ground,
} from './grounds.ts';
import type { Question } from './question.ts';

const usedUrl = 'put.used-url';

/** The file that a presigned URL was handed out for; undefined if it is not known. */
export function findFileByUrl(world: World, url: string): UploadedFile | undefined {
  const masked = url.endsWith('?***');
  const id = world.urls.get(masked ? splitQuery(url)[0] : url);
  return id === undefined ? undefined : world.files.get(id);
}

export function expectPut(question: Question): Expectation | undefined {
  const { world, exchange } = question;
  const file = findFileByUrl(world, exchange.request.path);
  if (file === undefined) return undefined;
  const used = useGrounds(file, question);
  return {
    grounds: [
      ...typeGrounds(exchange.request.headers),
      ...bytesGrounds(exchange.request.body, file),
      ...deadlineGrounds(file, question),
      ...renewalGrounds(file, exchange.request.path),
      ...used,
    ],
    ...(used.length > 0 ? { otherRefusal: usedUrl } : {}),
    accepts: {
      statuses: '2xx',
      status: 'put.takes-bytes',
      refused: () => ['put.takes-bytes', 'put.content-types', 'put.no-key'],
    },
  };
}

/** The types in the walkthroughs, and the ones of the other files that the guidance asks for. */
const fileTypes = [
  'audio/mpeg',
  'image/jpeg',
  'image/png',
  'application/epub+zip',
  'application/pdf',
];

function typeGrounds(headers: Readonly<Record<string, string>>): readonly Ground[] {
  const type = headers['content-type']?.toLowerCase() ?? '';
  return [
    ...(fileTypes.includes(type) ? [] : [decides('put.content-type', ...anyRefusal)]),
    ...(headers['apikey'] === undefined ? [] : [may('auth.put-with-key', ...anyRefusal, 401)]),
  ];
}

function bytesGrounds(body: SentBody, file: UploadedFile): readonly Ground[] {
  const size = body.kind === 'bytes' ? body.size : undefined;
  const sha256 = body.kind === 'bytes' ? body.sha256 : undefined;
  const sound = sha256 !== undefined && sha256 === file.declared;
  const usualSize = size !== undefined && size > 0 && size < 50_000_000;
  return [
    ...(usualSize || (sound && size === undefined) ? [] : [may('put.size', ...anyRefusal)]),
    ...(sound ? [] : [may('put.hash-check', ...anyRefusal)]),
  ];
}

/** Statuses by which a storage may refuse an expired URL. None of them is about the type or size of the bytes. */
const expiryRefusal = [400, 401, 403, 404, 409, 410, 422] as const;

/** Clocks of service and storage may differ by this much. */
const clockSlack = 5_000;

function deadlineGrounds(file: UploadedFile, question: Question): readonly Ground[] {
  const { expiresAt } = file;
  if (expiresAt === undefined) return [may('put.expired', ...expiryRefusal)];
  const isCurrent = file.epoch === question.world.epoch;
  if (isCurrent && question.now > expiresAt + clockSlack && question.clockIsKnown) {
    return [must('put.deadline', [...anyRefusal, 401])];
  }
  const early = question.now < expiresAt - clockSlack && question.clockIsKnown;
  return early ? [] : [may('put.expired', ...expiryRefusal)];
}

/** It is open what happens to a URL once a later request got another one for the same file. */
function renewalGrounds({ renewed, url }: UploadedFile, path: string): readonly Ground[] {
  return renewed && path !== url ? [may('upload.refresh', ...anyRefusal, 401)] : [];
}

/** True if an upload of the file overlaps with a call, so that either may have come first. */
export function isBeingUploaded(
  file: UploadedFile,
  { world, exchange }: Pick<Question, 'world' | 'exchange'>,
): boolean {
  const pending = (exchange.inFlight ?? []).filter(({ toStorage }) => toStorage);
  return (
    file.lastPut > exchange.sentAt ||
    pending.some(({ path }) => findFileByUrl(world, path) === file)
  );
}

/** The document leaves open which call refuses a used URL, so this one may. The attached bytes must stay in any case. */
function useGrounds(file: UploadedFile, { world, exchange }: Question): readonly Ground[] {
  const overlapping = isBeingUploaded(file, { world, exchange });
  const gone = world.books.get(file.bookId)?.deleted !== 'no';
  const isCurrent = file.epoch === world.epoch;
  if (gone || overlapping || file.maybeUploaded || !isCurrent)
    return [may('put.reused', ...anyRefusal, 401)];
  if (file.uploads === 0) return [];
  const kind = classifyRepetition(file, exchange.request.body);
  const refusable = may('put.reused', 409);
  if (kind === undefined) return [refusable];
  if (file.attached === 'no') return [requireConsistency(refusable, kind, usedUrl)];
  // A kind of upload that was refused before an attach is refused after it; the reverse does not follow.
  const isRefused = getHabit(world, kind) === refusing;
  return [
    isRefused
      ? must(usedUrl, [409])
      : requireConsistency(refusable, `${kind}, after the attach of its file`, usedUrl),
  ];
}

/** The kind of a further upload to a URL; undefined if the history does not show what was sent. */
function classifyRepetition({ stored }: UploadedFile, body: SentBody): string | undefined {
  const sha256 = body.kind === 'bytes' ? body.sha256 : undefined;
  if (sha256 === undefined || stored?.sha256 === undefined) return undefined;
  return `${sha256 === stored.sha256 ? 'the same bytes' : 'other bytes'} sent to a used URL`;
}
