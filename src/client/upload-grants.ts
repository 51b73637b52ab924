/** The answer to a request for upload URLs, whichever of its two documented forms the service gives. */
import type { UploadDescriptor } from './book.ts';
import { isObject, type JsonObject } from './json-object.ts';
import type { Normaliser } from './line.ts';

/** Leave to put one file at one URL, once and before the deadline. The URL is a secret while it lasts. */
export interface UploadGrant {
  /** The file's id, for attach and for chapters. */
  readonly id: string;
  /** Where to PUT the bytes, without the key. */
  readonly url: string;
  /** ISO 8601, UTC; undefined where the service leaves it out. */
  readonly expiresAt: string | undefined;
  /** Echoes of the descriptor, in the enveloped form only. */
  readonly referenceId: string | undefined;
  readonly role: string | undefined;
}

/**
 * `{ data: [grant] }` as in the walkthroughs, or the bare list of the reference (document: Endpoints,
 * note 3): one grant per descriptor, put into the order of the descriptors where every grant echoes
 * its referenceId, else left in the order they came.
 */
export function uploadGrants(
  descriptors: readonly UploadDescriptor[],
): Normaliser<readonly UploadGrant[]> {
  return {
    expected: `{ data } or a list with ${descriptors.length} grant(s), each with id and url`,
    read: (body) => {
      const list = isObject(body) ? body['data'] : body;
      if (!Array.isArray(list) || list.length !== descriptors.length) return undefined;
      const grants = list.map(grantIn).filter((grant) => grant !== undefined);
      return grants.length === list.length ? inOrderOf(descriptors, grants) : undefined;
    },
  };
}

function grantIn(item: unknown): UploadGrant | undefined {
  if (!isObject(item)) return undefined;
  // A grant may also say everything twice, flat and in attributes; the attributes win.
  const attributes = isObject(item['attributes']) ? { ...item, ...item['attributes'] } : item;
  const { id } = item;
  const { url } = attributes;
  if (typeof id !== 'string' || id === '' || typeof url !== 'string') return undefined;
  return {
    id,
    url,
    expiresAt: textAt(attributes, 'expiresAt'),
    referenceId: textAt(attributes, 'referenceId'),
    role: textAt(attributes, 'role'),
  };
}

function inOrderOf(
  descriptors: readonly UploadDescriptor[],
  grants: readonly UploadGrant[],
): readonly UploadGrant[] {
  const byLabel = new Map(grants.map((grant) => [grant.referenceId, grant]));
  const ordered = descriptors.flatMap(({ referenceId }) => byLabel.get(referenceId) ?? []);
  return byLabel.size === grants.length && ordered.length === grants.length ? ordered : grants;
}

function textAt(object: JsonObject, key: string): string | undefined {
  const value = object[key];
  return typeof value === 'string' ? value : undefined;
}
