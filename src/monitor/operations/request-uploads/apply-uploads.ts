/** Applies an accepted upload request: learns the file of each upload URL. */
import { isArray, isObject } from '../../../contract/json-pointer.ts';
import { getSentJson } from '../../exchange.ts';
import type { Question } from '../../grounds/index.ts';
import { readGrants, type ShownGrant } from '../../responses.ts';
import type { UploadedFile, World } from '../../world/index.ts';

export interface Descriptor {
  readonly referenceId: unknown;
  readonly role: unknown;
  readonly filename: unknown;
  readonly hashSha256: unknown;
}

export function readSentDescriptors({ call }: Question): readonly Descriptor[] {
  const value = getSentJson(call);
  return (isArray(value) ? value : []).map((entry) => {
    const { referenceId, role, filename, hashSha256 } = isObject(entry) ? entry : {};
    return { referenceId, role, filename, hashSha256 };
  });
}

export function hasLabel({ referenceId }: Descriptor): boolean {
  return referenceId !== undefined && referenceId !== null && referenceId !== '';
}

/** Returns the descriptor that a grant is for; undefined if it could be any of several. */
export function findDescriptor(
  grant: ShownGrant,
  index: number,
  { descriptors, grants }: { descriptors: readonly Descriptor[]; grants: readonly ShownGrant[] },
): Descriptor | undefined {
  if (descriptors.length === 1 && grants.length === 1) return descriptors[0];
  if (!grant.isEnveloped) return undefined;
  // The document does not say what the service returns for a descriptor without a label.
  const byReference = descriptors.every(hasLabel)
    ? descriptors.filter(({ referenceId }) => referenceId === grant.referenceId)
    : descriptors;
  if (byReference.length === 1) return byReference[0];
  const byRole = byReference.filter(({ role }) => role === grant.role);
  if (byRole.length === 1) return byRole[0];
  const hashes = new Set(byRole.map(({ hashSha256 }) => hashSha256));
  return hashes.size === 1 ? byRole[0] : undefined;
}

export function applyUploadRequest(question: Question, body: unknown): World {
  const grants = readGrants(body) ?? [];
  const descriptors = readSentDescriptors(question);
  return grants.reduce<World>((world, grant, index) => {
    const descriptor = findDescriptor(grant, index, { descriptors, grants });
    const file = createFile(grant, descriptor, question);
    return {
      ...world,
      files: world.files.set(file.id, file),
      // Grants whose URL cannot be read do not share one.
      fileIdsByUrl:
        grant.url === '' ? world.fileIdsByUrl : world.fileIdsByUrl.set(grant.urlDigest, file.id),
    };
  }, question.world);
}

function createFile(
  { id, urlDigest, expiresAt, role: grantRole }: ShownGrant,
  descriptor: Descriptor | undefined,
  { world, call, now, clockIsKnown }: Question,
): UploadedFile {
  const grantedAt = clockIsKnown ? now : undefined;
  const knownFile = world.files.get(id);
  if (knownFile !== undefined) {
    // A new URL for a known file: the document does not say whether its first upload still counts.
    const maybeUploaded = knownFile.uploadCount > 0 || knownFile.maybeUploaded;
    return { ...knownFile, urlDigest, isRenewed: true, expiresAt, grantedAt, maybeUploaded };
  }
  const { role = grantRole, filename, hashSha256 } = descriptor ?? {};
  return {
    id,
    bookId: call.bookId ?? '',
    epoch: world.epoch,
    role: typeof role === 'string' ? role : undefined,
    filename: typeof filename === 'string' ? filename : undefined,
    declaredHash: typeof hashSha256 === 'string' ? hashSha256.toLowerCase() : undefined,
    declaredHashAsSent: hashSha256,
    urlDigest,
    isRenewed: false,
    expiresAt,
    grantedAt,
    uploadCount: 0,
    maybeUploaded: false,
    storedBytes: undefined,
    attached: 'no',
    lastAttachAt: Number.NEGATIVE_INFINITY,
    lastPutAt: Number.NEGATIVE_INFINITY,
  };
}
