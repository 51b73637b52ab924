/** Reads the grants of an upload response. */
import { isArray, isObject } from '../../contract/json-pointer.ts';

/** A grant in either of the two documented shapes. */
export interface ShownGrant {
  readonly id: string;
  readonly url: string;
  readonly expiresAt: number | undefined;
  readonly referenceId: unknown;
  readonly role: unknown;
  readonly isEnveloped: boolean;
}

/** Returns the grants of a response; undefined if it has neither documented shape. */
export function readGrants(body: unknown): readonly ShownGrant[] | undefined {
  const list = isArray(body) ? body : isObject(body) ? body['data'] : undefined;
  if (!isArray(list)) return undefined;
  return list.flatMap((entry) => {
    if (!isObject(entry) || typeof entry['id'] !== 'string') return [];
    const attributes = isObject(entry['attributes']) ? entry['attributes'] : entry;
    const { url, expiresAt, referenceId, role } = attributes;
    const time = typeof expiresAt === 'string' ? Date.parse(expiresAt) : Number.NaN;
    return [
      {
        id: entry['id'].toLowerCase(),
        url: typeof url === 'string' ? url : '',
        expiresAt: Number.isNaN(time) ? undefined : time,
        referenceId,
        role,
        isEnveloped: !isArray(body),
      },
    ];
  });
}
