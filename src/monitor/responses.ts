/** Reads the bodies of responses leniently: a wrong form is for the schemas to judge. */
import { isArray, isObject, type JsonObject } from '../contract/json-pointer.ts';
import { isSpelled, isUuid } from './call.ts';
import type { ReceivedResponse } from './exchange.ts';
import { digestUrl } from './masks.ts';

/** What a response says about its call, whether that is right or not. */
export type ResponseOutcome = 'accepted' | 'refused' | 'unclear';

export function readOutcome(response: ReceivedResponse | undefined): ResponseOutcome {
  if (response === undefined) return 'unclear';
  if (response.status >= 200 && response.status < 300) return 'accepted';
  const isRefusal = response.status >= 400 && response.status < 500 && response.status !== 429;
  return isRefusal ? 'refused' : 'unclear';
}

/** Returns the id and the attributes of a full book; undefined if the body has another form. */
export function readBook(body: unknown): { id: string; attributes: JsonObject } | undefined {
  const data = isObject(body) ? body['data'] : undefined;
  if (!isObject(data) || typeof data['id'] !== 'string') return undefined;
  const { attributes } = data;
  return isObject(attributes) ? { id: data['id'].toLowerCase(), attributes } : undefined;
}

/** Returns the id in either of the two documented bodies, in lower case. */
export function readCreatedId(body: unknown): string | undefined {
  return readId(body)?.toLowerCase();
}

/** Returns whether a response to a create writes the new id in upper case. */
export function hasUpperCaseId(body: unknown): boolean {
  const id = readId(body);
  return id !== undefined && id !== id.toLowerCase() && isSpelled(id, true);
}

function readId(body: unknown): string | undefined {
  const id = readWrittenId(body);
  return id !== undefined && isUuid(id) ? id : undefined;
}

/** Returns the id of a book in any documented body, as the service wrote it, even if it is not a UUID. */
export function readWrittenId(body: unknown): string | undefined {
  if (!isObject(body)) return undefined;
  const data = body['data'];
  const id = body['bookId'] ?? (isObject(data) ? data['id'] : undefined);
  return typeof id === 'string' ? id : undefined;
}

/** A grant in either of the two documented shapes. */
export interface ShownGrant {
  /** In lower case. */
  readonly id: string;
  /** The id as the service wrote it. */
  readonly writtenId: string;
  /** All fields of the grant, as the service wrote them. */
  readonly attributes: JsonObject;
  /** The presigned URL, which is a secret; empty if there is none. */
  readonly url: string;
  readonly urlDigest: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number | undefined;
  readonly referenceId: unknown;
  readonly role: unknown;
  readonly isEnveloped: boolean;
}

/** Returns the readable grants of a response; undefined if it has neither documented shape. */
export function readGrants(body: unknown): readonly ShownGrant[] | undefined {
  return readGrantEntries(body)?.filter((grant) => grant !== undefined);
}

/** Returns an entry for each grant of a response, undefined for one without an id; undefined for any other body. */
export function readGrantEntries(body: unknown): readonly (ShownGrant | undefined)[] | undefined {
  const list = isArray(body) ? body : isObject(body) ? body['data'] : undefined;
  if (!isArray(list)) return undefined;
  return list.map((entry) => {
    if (!isObject(entry) || typeof entry['id'] !== 'string') return undefined;
    const attributes = isObject(entry['attributes']) ? entry['attributes'] : entry;
    const { expiresAt, referenceId, role } = attributes;
    const url = typeof attributes['url'] === 'string' ? attributes['url'] : '';
    const time = typeof expiresAt === 'string' ? Date.parse(expiresAt) : Number.NaN;
    return {
      id: entry['id'].toLowerCase(),
      writtenId: entry['id'],
      attributes,
      url,
      urlDigest: digestUrl(url),
      expiresAt: Number.isNaN(time) ? undefined : time,
      referenceId,
      role,
      isEnveloped: !isArray(body),
    };
  });
}

/** Returns the grants of an upload request, each with its descriptor, to which its label or its position leads. */
export function pairGrants(descriptors: unknown, body: unknown) {
  const list = isArray(descriptors) ? descriptors : [];
  return (readGrantEntries(body) ?? []).flatMap((grant, index) => {
    if (grant === undefined) return [];
    const labelled = list.find(
      (candidate) => isObject(candidate) && candidate['referenceId'] === grant.referenceId,
    );
    const descriptor = labelled ?? list[index];
    return [{ grant, descriptor: isObject(descriptor) ? descriptor : {} }];
  });
}

export function readParamNames(body: unknown): readonly string[] {
  const list = isObject(body) ? body['invalidParams'] : undefined;
  return (isArray(list) ? list : []).flatMap((entry) =>
    isObject(entry) && typeof entry['name'] === 'string' ? [entry['name']] : [],
  );
}

/** Returns whether `invalidParams` is absent or has its documented form. The schema judges any other form. */
export function hasReadableNames(body: unknown): boolean {
  const list = isObject(body) ? body['invalidParams'] : undefined;
  return list === undefined || (isArray(list) && readParamNames(body).length === list.length);
}

/** Returns whether the body is a Problem object, perhaps an incomplete one. */
export function isProblem(body: unknown): boolean {
  return isObject(body) && 'status' in body && ('title' in body || 'detail' in body);
}

/** Returns the text of a Problem object: its title and detail, and the names and reasons of its parameters. */
export function readProblemText(body: unknown): string {
  if (!isObject(body)) return '';
  const list = body['invalidParams'];
  const params = (isArray(list) ? list : []).flatMap((entry) =>
    isObject(entry) ? [entry['name'], entry['reason']] : [],
  );
  return [body['title'], body['detail'], ...params]
    .filter((text) => typeof text === 'string')
    .join(' · ');
}
