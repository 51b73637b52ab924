/** POST of upload descriptors: grants a presigned URL for each file. The book does not change. */
import { findBook } from '../changes.ts';
import type { Book, Grant } from '../book/index.ts';
import type { Call, Operate, Parts } from '../replaceable-parts/index.ts';
import { type Concern, applyReading, refuseIfAny, createConcern } from '../readings/index.ts';
import { type SentDescriptor, getBody } from '../shapes/index.ts';

export const requestUploads: Operate = async (call, parts) => {
  const { readings } = parts;
  const book = await findBook(call, parts, 'upload.unknown-404');
  const descriptors = getBody('requestUploads', call);
  const roleConcernLists = descriptors.map((_descriptor, index) =>
    findRoleConcerns(descriptors, index, { book, call, parts }),
  );
  // Under this reading, a wrong role does not refuse the request; the other files get their URLs.
  const grantsOthers = readings['upload.partial'] === 'others-granted';
  refuseIfAny([
    ...findStatusConcerns(book, parts),
    ...findBatchConcerns(descriptors, parts),
    ...(grantsOthers ? [] : roleConcernLists.flat()),
  ]);
  const accepted = descriptors.filter((_file, index) => roleConcernLists[index]?.length === 0);
  const grants = await grantFiles(accepted, { book, call, parts });
  await removeExpiredFiles(call, parts);
  return parts.present.grants(
    grants.map((grant) => ({ grant, url: parts.urls.sign(grant, call.url) })),
  );
};

const retentionMs = 30 * 24 * 3_600_000;

/** Removes files of the account that were not attached within thirty days after their deadline. */
async function removeExpiredFiles({ account, now }: Call, { store, bytes }: Parts): Promise<void> {
  const keys = await store.removeExpired(account.id, now - retentionMs);
  if (keys.length > 0) await bytes.remove(keys);
}

interface UploadRequest {
  readonly book: Book;
  readonly call: Call;
  readonly parts: Parts;
}

/** Returns a concern if a role does not fit the book's format; under another reading, the format of the first role. */
function findRoleConcerns(
  descriptors: readonly SentDescriptor[],
  index: number,
  { book, parts }: UploadRequest,
): readonly Concern[] {
  const role = descriptors[index]?.role ?? '';
  const formats: Readonly<Record<string, string>> = {
    ebook: 'ebook',
    audio: 'audio',
    pod: 'print',
  };
  const [firstPrefix = ''] = descriptors[0]?.role.split('_') ?? [];
  const format = {
    'book-format': book.format,
    'first-item': formats[firstPrefix] ?? book.format,
  }[parts.readings['upload.batch-meaning']];
  if (parts.rules.roleFitsFormat(role, format)) return [];
  const reason = `The role ${role} does not fit ${format}.`;
  const field = { status: 400, name: `${index}.role` };
  return createConcern('upload.role-fits-format', reason, field);
}

function findStatusConcerns(book: Book, { readings }: Parts): readonly Concern[] {
  if (book.status === 'draft' || readings['upload.any-status'] === 'any-status') return [];
  const reason = 'Files can be added only to a draft.';
  return createConcern('upload.any-status', reason, { status: 409 });
}

function findBatchConcerns(descriptors: readonly SentDescriptor[], { readings }: Parts) {
  const labels = descriptors.map(({ referenceId }) => referenceId);
  const repeated = labels.findIndex((label, index) => labels.indexOf(label) < index);
  const duplicate = {
    name: `${repeated}.referenceId`,
    reason: 'An earlier file of this request has the same label.',
  };
  const lowercaseOnly = readings['upload.hash-form'] === 'lowercase-only';
  return [
    ...(repeated >= 0 ? applyReading(readings, 'upload.duplicates', duplicate) : []),
    ...descriptors.flatMap(({ hashSha256 }, index) =>
      lowercaseOnly && hashSha256 !== hashSha256.toLowerCase()
        ? createConcern('upload.hash-form', 'The hash must be lowercase.', {
            status: 400,
            name: `${index}.hashSha256`,
          })
        : [],
    ),
  ];
}

/** Returns a grant for each file. New grants are stored in one transaction. */
async function grantFiles(descriptors: readonly SentDescriptor[], request: UploadRequest) {
  const { store } = request.parts;
  const [grants, newGrants]: [Grant[], Grant[]] = [[], []];
  for (const descriptor of descriptors) {
    const earlierGrant = await findEarlierGrant(descriptor, request);
    const grant = createGrant(descriptor, request);
    if (earlierGrant === undefined) newGrants.push(grant);
    else await store.renewGrant(earlierGrant.id, grant.nonce, grant.expiresAt);
    const { nonce, expiresAt, referenceId } = grant;
    grants.push(earlierGrant ? { ...earlierGrant, nonce, expiresAt, referenceId } : grant);
  }
  if (newGrants.length > 0) await store.insertGrants(newGrants);
  return grants;
}

/** Returns the earlier grant of a file, if the reading reuses its id. Refuses a second upload if a reading says so. */
async function findEarlierGrant(
  { role, hashSha256 }: SentDescriptor,
  { book, parts: { store, readings } }: UploadRequest,
): Promise<Grant | undefined> {
  const refusesReuse = readings['put.reused'] === 'upload-409';
  const reusesId = readings['upload.refresh'] === 'same-id';
  if (!refusesReuse && !reusesId) return undefined;
  const earlierGrant = await store.findGrant(book.id, role, hashSha256.toLowerCase());
  if (refusesReuse && earlierGrant !== undefined && earlierGrant.uploads > 0) {
    const reason = 'This file has already been uploaded.';
    refuseIfAny(createConcern('put.used-url', reason, { status: 409 }));
  }
  return reusesId ? earlierGrant : undefined;
}

function createGrant(
  { referenceId, role, filename, hashSha256 }: SentDescriptor,
  { book, call, parts: { newId, durations } }: UploadRequest,
): Grant {
  return {
    nonce: newId(),
    expiresAt: call.now + durations.uploadLifetimeMs,
    id: newId(),
    bookId: book.id,
    referenceId: referenceId ?? '',
    role,
    filename: filename ?? '',
    hash: hashSha256.toLowerCase(),
    createdAt: call.now,
    uploads: 0,
    storedHash: null,
    storedKey: null,
    attachedAt: null,
  };
}
