/** POST of upload descriptors: one presigned URL for each file; the book stays as it is. */
import { findBook } from '../changes/index.ts';
import type { Book, Grant } from '../book/index.ts';
import type { Call, Operate, SandboxParts } from '../parts/index.ts';
import { type Concern, open, refuseFor, stated } from '../readings/index.ts';
import { type SentDescriptor, sentTo } from '../shapes/index.ts';

export const requestUploads: Operate = async (call, parts) => {
  const { readings } = parts;
  const book = await findBook(call, parts, 'upload.unknown-404');
  const descriptors = sentTo('requestUploads', call);
  const misfits = descriptors.map((one, index) =>
    roleConcerns(descriptors, index, { book, parts }),
  );
  const alone = readings['upload.partial'] === 'others-granted';
  refuseFor([
    ...statusConcerns(book, parts),
    ...batchConcerns(descriptors, parts),
    ...(alone ? [] : misfits.flat()),
  ]);
  const fitting = descriptors.filter((_one, index) => misfits[index]?.length === 0);
  const grants = await grantFiles(fitting, { book, call, parts });
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
    'first-item': formatOf(descriptors[0]?.role) ?? book.format,
  }[parts.readings['upload.batch-meaning']];
  if (parts.rules.roleFitsFormat(role, format)) return [];
  const place = { status: 400, name: `${index}.role` };
  return stated('upload.role-fits-format', `The role ${role} does not fit ${format}.`, place);
}

function formatOf(role = ''): string | undefined {
  return { ebook: 'ebook', audio: 'audio', pod: 'print' }[role.split('_')[0] ?? ''];
}

function statusConcerns(book: Book, { readings }: SandboxParts): readonly Concern[] {
  if (book.status === 'draft' || readings['upload.any-status'] === 'any-status') return [];
  return stated('upload.any-status', 'Files can be added only to a draft.', { status: 409 });
}

function batchConcerns(descriptors: readonly SentDescriptor[], { readings }: SandboxParts) {
  const labels = new Set<string | undefined>();
  const repeated = descriptors.findIndex(
    ({ referenceId }) => labels.size === labels.add(referenceId).size,
  );
  return [
    ...(descriptors.length === 0
      ? open(readings, 'upload.empty', { reason: 'No file is described.' })
      : []),
    ...(repeated >= 0
      ? open(readings, 'upload.duplicates', {
          name: `${repeated}.referenceId`,
          reason: 'This label was used before in the same request.',
        })
      : []),
    ...descriptors.flatMap(({ hashSha256 }, index) =>
      readings['upload.hash-form'] === 'lowercase-only' && hashSha256 !== hashSha256.toLowerCase()
        ? stated('upload.hash-form', 'The hash must be lowercase.', {
            status: 400,
            name: `${index}.hashSha256`,
          })
        : [],
    ),
  ];
}

interface GrantPlace extends BookAndParts {
  readonly call: Call;
}

/** Grants one URL for each file; those that are new are stored together. */
async function grantFiles(
  descriptors: readonly SentDescriptor[],
  place: GrantPlace,
): Promise<readonly Grant[]> {
  const { store } = place.parts;
  const [grants, fresh]: [Grant[], Grant[]] = [[], []];
  for (const descriptor of descriptors) {
    const known = await knownGrant(descriptor, place);
    const grant = newGrant(descriptor, place);
    if (known === undefined) fresh.push(grant);
    else await store.renewGrant(known.id, grant.nonce, grant.expiresAt);
    const { nonce, expiresAt, referenceId } = grant;
    grants.push(known === undefined ? grant : { ...known, nonce, expiresAt, referenceId });
  }
  await store.insertGrants(fresh);
  return grants;
}

/** Returns the earlier grant of a file, if the readings reuse its id. */
async function knownGrant(
  { role, hashSha256 }: SentDescriptor,
  { book, parts: { store, readings } }: GrantPlace,
): Promise<Grant | undefined> {
  const once = readings['put.reused'] === 'upload-409';
  const again = readings['upload.refresh'] === 'same-id';
  if (!once && !again) return undefined;
  const known = await store.findGrant(book.id, role, hashSha256.toLowerCase());
  if (once && known !== undefined && known.uploads > 0) {
    refuseFor(stated('put.used-url', 'This file was uploaded before.', { status: 409 }));
  }
  return again ? known : undefined;
}

function newGrant(
  { referenceId = '', role, filename = '', hashSha256 }: SentDescriptor,
  { book, call, parts: { newId, measures } }: GrantPlace,
): Grant {
  return {
    nonce: newId(),
    expiresAt: call.now + measures.uploadLifetimeMs,
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
