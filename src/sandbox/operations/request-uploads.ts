/** POST of upload descriptors: one presigned URL for each file; the book stays as it is. */
import { findBook } from '../changes/index.ts';
import type { Book, Grant } from '../book/index.ts';
import type { Call, Operate, SandboxParts } from '../parts/index.ts';
import { type Concern, readingConcern, refuseIfAny, documentedConcern } from '../readings/index.ts';
import { type SentDescriptor, typedBody } from '../shapes/index.ts';

export const requestUploads: Operate = async (call, parts) => {
  const { readings } = parts;
  const book = await findBook(call, parts, 'upload.unknown-404');
  const descriptors = typedBody('requestUploads', call);
  const roleProblems = descriptors.map((_descriptor, index) =>
    roleConcerns(descriptors, index, { book, parts }),
  );
  const grantsOthers = readings['upload.partial'] === 'others-granted';
  refuseIfAny([
    ...statusConcerns(book, parts),
    ...batchConcerns(descriptors, parts),
    ...(grantsOthers ? [] : roleProblems.flat()),
  ]);
  const accepted = descriptors.filter((_descriptor, index) => roleProblems[index]?.length === 0);
  const grants = await grantFiles(accepted, { book, call, parts });
  return parts.present.granted(grants.map((grant) => ({ grant, url: parts.urls.sign(grant) })));
};

interface BookAndParts {
  readonly book: Book;
  readonly parts: SandboxParts;
}

/** Refuses roles that do not fit the format of the book, or, by another reading, of the first item. */
function roleConcerns(
  descriptors: readonly SentDescriptor[],
  index: number,
  { book, parts }: BookAndParts,
): readonly Concern[] {
  const role = descriptors[index]?.role ?? '';
  const format = {
    'book-format': book.format,
    'first-item': formatOfRole(descriptors[0]?.role) ?? book.format,
  }[parts.readings['upload.batch-meaning']];
  if (parts.rules.roleFitsFormat(role, format)) return [];
  const field = { status: 400, name: `${index}.role` };
  return documentedConcern(
    'upload.role-fits-format',
    `The role ${role} does not fit ${format}.`,
    field,
  );
}

function formatOfRole(role = ''): string | undefined {
  return { ebook: 'ebook', audio: 'audio', pod: 'print' }[role.split('_')[0] ?? ''];
}

function statusConcerns(book: Book, { readings }: SandboxParts): readonly Concern[] {
  if (book.status === 'draft' || readings['upload.any-status'] === 'any-status') return [];
  return documentedConcern('upload.any-status', 'Files can be added only to a draft.', {
    status: 409,
  });
}

function batchConcerns(descriptors: readonly SentDescriptor[], { readings }: SandboxParts) {
  const labels = new Set<string | undefined>();
  const repeated = descriptors.findIndex(
    ({ referenceId }) => labels.size === labels.add(referenceId).size,
  );
  return [
    ...(descriptors.length === 0
      ? readingConcern(readings, 'upload.empty', { reason: 'No file is described.' })
      : []),
    ...(repeated >= 0
      ? readingConcern(readings, 'upload.duplicates', {
          name: `${repeated}.referenceId`,
          reason: 'This label was used before in the same request.',
        })
      : []),
    ...descriptors.flatMap(({ hashSha256 }, index) =>
      readings['upload.hash-form'] === 'lowercase-only' && hashSha256 !== hashSha256.toLowerCase()
        ? documentedConcern('upload.hash-form', 'The hash must be lowercase.', {
            status: 400,
            name: `${index}.hashSha256`,
          })
        : [],
    ),
  ];
}

interface GrantRequest extends BookAndParts {
  readonly call: Call;
}

/** Grants one URL for each file; those that are new are stored together. */
async function grantFiles(
  descriptors: readonly SentDescriptor[],
  request: GrantRequest,
): Promise<readonly Grant[]> {
  const { store } = request.parts;
  const [grants, newGrants]: [Grant[], Grant[]] = [[], []];
  for (const descriptor of descriptors) {
    const earlier = await findEarlierGrant(descriptor, request);
    const grant = createGrant(descriptor, request);
    if (earlier === undefined) newGrants.push(grant);
    else await store.renewGrant(earlier.id, grant.nonce, grant.expiresAt);
    const { nonce, expiresAt, referenceId } = grant;
    grants.push(earlier === undefined ? grant : { ...earlier, nonce, expiresAt, referenceId });
  }
  await store.insertGrants(newGrants);
  return grants;
}

/** Returns the earlier grant of a file, if the readings reuse its id. */
async function findEarlierGrant(
  { role, hashSha256 }: SentDescriptor,
  { book, parts: { store, readings } }: GrantRequest,
): Promise<Grant | undefined> {
  const refusesReuse = readings['put.reused'] === 'upload-409';
  const reusesId = readings['upload.refresh'] === 'same-id';
  if (!refusesReuse && !reusesId) return undefined;
  const earlier = await store.findGrant(book.id, role, hashSha256.toLowerCase());
  if (refusesReuse && earlier !== undefined && earlier.uploads > 0) {
    refuseIfAny(
      documentedConcern('put.used-url', 'This file was uploaded before.', { status: 409 }),
    );
  }
  return reusesId ? earlier : undefined;
}

function createGrant(
  { referenceId = '', role, filename = '', hashSha256 }: SentDescriptor,
  { book, call, parts: { newId, limits } }: GrantRequest,
): Grant {
  return {
    nonce: newId(),
    expiresAt: call.now + limits.uploadLifetimeMs,
    id: newId(),
    bookId: book.id,
    referenceId,
    role,
    filename,
    hash: hashSha256.toLowerCase(),
    createdAt: call.now,
    uploads: 0,
    storedHash: null,
    attachedAt: null,
  };
}
