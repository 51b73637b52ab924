/** Returns the reasons to refuse a body before its values are considered. */
import { isObject } from '../../contract/json-pointer.ts';
import type { StatedId } from '../../contract/requirements.ts';
import type { Call } from '../call.ts';
import { anyRefusal, may, must, type Ground } from './grounds.ts';

interface BodyRequirements {
  /** Broken if another content type is taken. */
  readonly type: StatedId;
  /** Broken if a body of the wrong form is taken. */
  readonly schema: StatedId;
}

export interface ReadBody {
  readonly grounds: readonly Ground[];
  /** The parsed body; undefined if there is none, or it is not known. */
  readonly value: unknown;
}

/** Compares content type and syntax with what the operation takes. */
export function readJsonBody(call: Call, { type, schema }: BodyRequirements): ReadBody {
  const typed = typeGrounds(call, type);
  const { body } = call;
  // A body of another type is not read, so nothing in it is a reason to refuse the call.
  if (call.type === 'other') return { grounds: typed, value: undefined };
  if (body.kind === 'json') return { grounds: typed, value: body.value };
  if (body.kind === 'unknown') {
    return { grounds: [...typed, may('codes-per-endpoint', ...anyRefusal)], value: undefined };
  }
  const statuses = body.kind === 'malformed' ? anyRefusal : [400];
  return { grounds: [...typed, must(schema, statuses)], value: undefined };
}

function typeGrounds(call: Call, requirement: StatedId): readonly Ground[] {
  if (call.type === 'json') return [];
  if (call.type === 'other') return [must(requirement, [400])];
  return [may('request.content-type.accepted', ...anyRefusal)];
}

/** A body that is to be an object: undefined, with the reason, if it is none. */
export function readObject(
  call: Call,
  requirements: BodyRequirements,
): { grounds: readonly Ground[]; fields: Readonly<Record<string, unknown>> | undefined } {
  const { grounds, value } = readJsonBody(call, requirements);
  if (value === undefined) return { grounds, fields: undefined };
  if (isObject(value)) return { grounds, fields: value };
  return { grounds: [...grounds, must(requirements.schema, [400])], fields: undefined };
}

/** Publish, unpublish and delete send an empty object; how much of that is checked is open. */
export function emptyBodyGrounds(call: Call): readonly Ground[] {
  const { body, type, operation } = call;
  const silence = operation === 'deleteBook' ? 'delete.body' : 'request.empty-body';
  if (body.kind === 'none') return [may(silence, ...anyRefusal)];
  const value = body.kind === 'json' && type === 'json' ? body.value : undefined;
  if (isObject(value) && Object.keys(value).length === 0) return [];
  return [may('request.content-type.bodyless', ...anyRefusal)];
}
