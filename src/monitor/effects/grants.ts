/** Updates what is known after an upload request: the file of each upload URL. */
import { isArray, isObject } from '../../contract/json-pointer.ts';
import { splitQuery } from '../call.ts';
import { readGrants, type ShownGrant } from '../responses/index.ts';
import type { Question } from '../expectations/index.ts';
import type { UploadedFile, World } from '../world/index.ts';

export interface Descriptor {
  readonly referenceId: unknown;
  readonly role: unknown;
  readonly filename: unknown;
  readonly hashSha256: unknown;
}

/** The descriptors that were sent. */
export function sentDescriptors({ call }: Question): readonly Descriptor[] {
  const value = call.body.kind === 'json' ? call.body.value : undefined;
  return (isArray(value) ? value : []).map((one) => {
    const { referenceId, role, filename, hashSha256 } = isObject(one) ? one : {};
    return { referenceId, role, filename, hashSha256 };
  });
}

/** The descriptor a grant is for; undefined if several could be meant. */
export function descriptorFor(
  grant: ShownGrant,
  index: number,
  { descriptors, grants }: { descriptors: readonly Descriptor[]; grants: readonly ShownGrant[] },
): Descriptor | undefined {
  if (descriptors.length === 1 && grants.length === 1) return descriptors[0];
  if (!grant.enveloped) return undefined;
  const labelled = descriptors.filter(({ referenceId }) => referenceId === grant.referenceId);
  if (labelled.length === 1) return labelled[0];
  const alike = labelled.filter(({ role }) => role === grant.role);
  if (alike.length === 1) return alike[0];
  const hashes = new Set(alike.map(({ hashSha256 }) => hashSha256));
  return hashes.size === 1 ? alike[0] : undefined;
}

export function afterUploadRequest(question: Question, body: unknown): World {
  const grants = readGrants(body) ?? [];
  const descriptors = sentDescriptors(question);
  return grants.reduce<World>((world, grant, index) => {
    const descriptor = descriptorFor(grant, index, { descriptors, grants });
    const file = fileFrom(grant, descriptor, question);
    const [address] = splitQuery(grant.url);
    return {
      ...world,
      files: world.files.set(file.id, file),
      urls: world.urls.set(grant.url, file.id).set(address, file.id),
    };
  }, question.world);
}

function fileFrom(
  { id, url, expiresAt, role: shownRole }: ShownGrant,
  descriptor: Descriptor | undefined,
  { world, call }: Question,
): UploadedFile {
  const before = world.files.get(id);
  if (before !== undefined) {
    // The same file once more: whether its first upload still counts is open.
    const maybeUploaded = before.uploads > 0 || before.maybeUploaded;
    return { ...before, url, renewed: true, expiresAt, maybeUploaded };
  }
  const { role = shownRole, filename, hashSha256 } = descriptor ?? {};
  return {
    id,
    bookId: call.bookId ?? '',
    epoch: world.epoch,
    role: typeof role === 'string' ? role : undefined,
    filename: typeof filename === 'string' ? filename : undefined,
    declared: typeof hashSha256 === 'string' ? hashSha256.toLowerCase() : undefined,
    declaredAs: hashSha256,
    url,
    renewed: false,
    expiresAt,
    uploads: 0,
    maybeUploaded: false,
    stored: undefined,
    attached: 'no',
    lastPut: Number.NEGATIVE_INFINITY,
  };
}
