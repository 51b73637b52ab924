/** PUT of bytes to a presigned URL: accepted once, before the deadline, and hashed on arrival. */
import { createHash } from 'node:crypto';
import type { Grant } from '../book/index.ts';
import type { IncomingFile } from '../bytes/index.ts';
import type { AdmitUpload, SandboxParts, Upload } from '../parts/index.ts';
import { Refusal, readingConcern } from '../readings/index.ts';
import type { RequirementId } from '../../contract/requirements.ts';

/** Refuses everything that can be refused without the body. */
export const admitUpload: AdmitUpload = async (upload, parts) => {
  const { readings, rules, store, urls, clock } = parts;
  if (upload.header('apikey') !== undefined && readings['auth.put-with-key'] === 'refused') {
    throw refusal(400, 'auth.put-with-key', 'Do not send the API key to storage.');
  }
  const permit = urls.verify(new URL(upload.url));
  const grant = permit && (await store.readGrant(permit.fileId));
  if (permit === undefined || grant === undefined) {
    throw refusal(403, 'upload.grant-url', 'This URL was not issued here.');
  }
  if (permit.nonce !== grant.nonce) {
    throw refusal(403, 'upload.grant-url', 'A later upload request replaced this URL.');
  }
  if (!rules.isUploadOpen(permit.expiresAt, clock.now())) {
    throw refusal(Number(readings['put.expired']), 'put.deadline', 'This URL has expired.');
  }
  checkType(upload, parts);
  const reusable = readings['put.reused'] !== 'put-409' && grant.attachedAt === null;
  const claim = parts.newId();
  // The store decides whether the URL is unused: see claimGrant in store/grant-store.ts.
  if (!(await store.claimGrant(grant.id, claim, reusable))) {
    throw refusal(409, 'put.used-url', 'This upload URL has already been used.');
  }
  return (body) => receive(body, { grant, claim, parts });
};

interface ClaimedUpload {
  readonly grant: Grant;
  readonly claim: string;
  readonly parts: SandboxParts;
}

/** Receives the bytes. Any failure frees the URL and leaves nothing behind. */
async function receive(body: Upload['body'], { grant, claim, parts }: ClaimedUpload) {
  const { bytes, store } = parts;
  let incoming: IncomingFile | undefined;
  try {
    incoming = await bytes.receive(grant.id);
    const hash = createHash('sha256');
    let size = 0;
    for await (const chunk of body) {
      hash.update(chunk);
      size += chunk.byteLength;
      await incoming.write(chunk);
    }
    const digest = hash.digest('hex');
    checkContent({ digest, size, grant }, parts);
    await checkNotReplaced(grant, parts);
    await incoming.commit();
    if (!(await store.noteUpload(grant.id, claim, digest))) {
      throw refusal(409, 'put.used-url', 'Another upload has already used this URL.');
    }
  } catch (error) {
    // The URL must become usable again even if the disk cannot delete the partial file.
    await incoming?.discard().catch(() => undefined);
    await store.releaseGrant(grant.id, claim);
    throw error;
  }
  return parts.present.stored();
}

/** A URL may have been replaced while the bytes arrived; only the newest one counts. */
async function checkNotReplaced({ id, nonce }: Grant, { store }: SandboxParts): Promise<void> {
  const current = await store.readGrant(id);
  if (current === undefined || current.nonce === nonce) return;
  throw refusal(403, 'upload.grant-url', 'A later upload request replaced this URL.');
}

const knownTypes = /^(audio|image)\/|^application\/(epub\+zip|pdf)$/;

function checkType({ header }: Omit<Upload, 'body'>, { readings }: SandboxParts): void {
  if (knownTypes.test(header('content-type') ?? '')) return;
  const reason = 'Send the Content-Type of the file.';
  refuseStorage(readingConcern(readings, 'put.content-type', { reason }));
}

interface UploadedBytes {
  readonly digest: string;
  readonly size: number;
  readonly grant: Grant;
}

function checkContent(
  { digest, size, grant }: UploadedBytes,
  { readings, rules }: SandboxParts,
): void {
  if (size === 0 && readings['put.size'] === 'refused') {
    throw refusal(400, 'put.size', 'The file is empty.');
  }
  if (readings['put.hash-check'] === 'put' && !rules.isSameHash(digest, grant.hash)) {
    throw refusal(400, 'put.hash-check', 'The bytes do not have the declared hash.');
  }
}

function refuseStorage(concerns: ReturnType<typeof readingConcern>): void {
  const [first] = concerns;
  if (first) throw refusal(first.status, first.requirement, first.reason);
}

function refusal(status: number, requirement: RequirementId, detail: string): Refusal {
  return new Refusal({ status, requirement, subject: 'storage', detail });
}
