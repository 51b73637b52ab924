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
  const grants = await Promise.all(fitting.map((one) => grantFor(one, { book, call, parts })));
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
  return stated({
    requirement: 'upload.role-fits-format',
    status: 400,
    name: `${index}.role`,
    reason: `The role ${role} does not fit ${format}.`,
  });
}

function formatOf(role = ''): string | undefined {
  return { ebook: 'ebook', audio: 'audio', pod: 'print' }[role.split('_')[0] ?? ''];
}

function statusConcerns(book: Book, { readings }: SandboxParts): readonly Concern[] {
  if (book.status === 'draft' || readings['upload.any-status'] === 'any-status') return [];
  const reason = 'Only a draft takes files.';
  return stated({ requirement: 'upload.any-status', status: 409, reason });
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
        ? stated({
            requirement: 'upload.hash-form',
            status: 400,
            name: `${index}.hashSha256`,
            reason: 'A hash is written in lower case.',
          })
        : [],
    ),
  ];
}

async function grantFor(
  { referenceId = '', role, filename = '', hashSha256 }: SentDescriptor,
  { book, call, parts }: BookAndParts & { readonly call: Call },
): Promise<Grant> {
  const { store, newId, readings, measures } = parts;
  const known = await store.findGrant(book.id, role, hashSha256.toLowerCase());
  if (readings['put.reused'] === 'upload-409' && (known?.uploads ?? 0) > 0) {
    refuseFor(
      stated({
        requirement: 'put.used-url',
        status: 409,
        reason: 'This file was uploaded before.',
      }),
    );
  }
  const fresh = { nonce: newId(), expiresAt: call.now + measures.uploadLifetimeMs };
  if (readings['upload.refresh'] === 'same-id' && known !== undefined) {
    await store.renewGrant(known.id, fresh.nonce, fresh.expiresAt);
    return { ...known, ...fresh, referenceId };
  }
  const grant = {
    ...fresh,
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
  await store.insertGrants([grant]);
  return grant;
}
