/** PUT of a file to a presigned URL: stores the bytes with their hash, once and until the deadline. */
import { createHash } from 'node:crypto';
import type { Grant } from '../book/index.ts';
import type { FileWriter } from '../bytes/index.ts';
import type { AdmitUpload, Parts, WireRequest } from '../replaceable-parts/index.ts';
import { Refusal, applyReading } from '../readings/index.ts';

const replacedReason = 'A later upload request replaced this URL.';

/** Claims the URL for an upload, or refuses the upload for a reason that does not need its body. */
export const admitUpload: AdmitUpload = async (upload, parts) => {
  const { contract, readings, rules, store, urls, clock } = parts;
  const hasKey = upload.header(contract.keyHeader) !== undefined;
  if (hasKey && readings['auth.put-with-key'] === 'refused') {
    throw createStorageRefusal(400, 'auth.put-with-key', 'Do not send the API key to the storage.');
  }
  const permit = urls.verify(new URL(upload.url));
  const grant = permit && (await store.readGrant(permit.fileId));
  if (permit === undefined || grant === undefined) {
    throw createStorageRefusal(403, 'upload.grant-url', 'This URL was not issued here.');
  }
  if (permit.nonce !== grant.nonce) {
    throw createStorageRefusal(403, 'upload.grant-url', replacedReason);
  }
  if (!rules.isUploadOpen(permit.expiresAt, clock.now())) {
    const status = Number(readings['put.expired']);
    throw createStorageRefusal(status, 'put.deadline', 'This URL has expired.');
  }
  checkType(upload, parts);
  const reusable = readings['put.reused'] !== 'put-409' && grant.attachedAt === null;
  const claim = parts.newId();
  // The store decides whether the URL is unused: see claimGrant in store/grant-store.ts.
  if (!(await store.claimGrant(grant.id, claim, reusable))) {
    throw createStorageRefusal(409, 'put.used-url', 'This upload URL has already been used.');
  }
  return (body) => receive(body, { grant, claim, parts });
};

type ClaimedUpload = { readonly grant: Grant; readonly claim: string; readonly parts: Parts };

/** Receives the bytes. After a failure, the URL can be used again and no bytes are stored. */
async function receive(body: WireRequest['body'], { grant, claim, parts }: ClaimedUpload) {
  const { bytes, store, readings, rules } = parts;
  let writer: FileWriter | undefined;
  try {
    writer = await bytes.receive(claim);
    const hash = createHash('sha256');
    let size = 0;
    for await (const chunk of body) {
      hash.update(chunk);
      size += chunk.byteLength;
      await writer.write(chunk);
    }
    const digest = hash.digest('hex');
    if (size === 0 && readings['put.size'] === 'refused') {
      throw createStorageRefusal(400, 'put.size', 'The file is empty.');
    }
    if (readings['put.hash-check'] === 'put' && !rules.isSameHash(digest, grant.hash)) {
      throw createStorageRefusal(400, 'put.hash-check', 'The bytes do not have the declared hash.');
    }
    await checkNotReplaced(grant, parts);
    await writer.commit();
    if (!(await store.noteUpload(grant.id, claim, digest))) {
      await bytes.remove([claim]);
      throw createStorageRefusal(409, 'put.used-url', 'Another upload has already used this URL.');
    }
  } catch (error) {
    // The URL must become usable again even if the disk cannot delete the partial file.
    await writer?.discard().catch(() => undefined);
    await store.releaseGrant(grant.id, claim);
    throw error;
  }
  await removeReplacedBytes(grant, claim, parts);
  return parts.present.upload();
}

/** Removes the bytes that nothing refers to any more: those of an earlier upload, or of one that came too late. */
async function removeReplacedBytes(grant: Grant, claim: string, { bytes, store }: Parts) {
  const current = await store.readGrant(grant.id);
  const keys = [grant.storedKey, claim].filter((key) => key !== null);
  const replacedKeys = keys.filter((key) => key !== current?.storedKey);
  if (replacedKeys.length > 0) await bytes.remove(replacedKeys);
}

/** Refuses an upload if its URL was replaced while the bytes arrived. Only the newest URL counts. */
async function checkNotReplaced({ id, nonce }: Grant, { store }: Parts): Promise<void> {
  const current = await store.readGrant(id);
  if (current === undefined || current.nonce === nonce) return;
  throw createStorageRefusal(403, 'upload.grant-url', replacedReason);
}

const knownTypes = /^(audio|image)\/|^application\/(epub\+zip|pdf)$/;

function checkType({ header }: Pick<WireRequest, 'header'>, { readings }: Parts): void {
  if (knownTypes.test(header('content-type') ?? '')) return;
  const reason = 'Send the Content-Type of the file.';
  const [first] = applyReading(readings, 'put.content-type', { reason });
  if (first) throw createStorageRefusal(first.status, first.requirement, first.reason);
}

function createStorageRefusal(status: number, requirement: string, detail: string): Refusal {
  return new Refusal({ status, requirement, subject: 'storage', detail });
}
