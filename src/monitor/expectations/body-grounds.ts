/** Returns the reasons to refuse a body before its values are considered. */
import { isObject, type JsonObject } from '../../contract/json-pointer.ts';
import type { StatedId } from '../../contract/requirements.ts';
import type { Call } from '../call.ts';
import { anyRefusal, decides, may, must, when, type Ground } from './grounds.ts';

interface BodyRequirements {
  /** Broken if the service accepts another content type. */
  readonly type: StatedId;
  /** Broken if the service accepts a body of the wrong form. */
  readonly schema: StatedId;
}

export interface BodyReading {
  readonly grounds: readonly Ground[];
  /** The parsed body; undefined if there is none, or it is not known. */
  readonly value: unknown;
}

/** Returns the value of a JSON body, and the reasons to refuse its content type or syntax. */
export function readJsonBody(call: Call, { type, schema }: BodyRequirements): BodyReading {
  const contentTypeGrounds = typeGrounds(call, type);
  const { body } = call;
  // A body of another type is not read, so nothing in it is a reason to refuse the call.
  if (call.type === 'other') return { grounds: contentTypeGrounds, value: undefined };
  if (body.kind === 'json') return { grounds: contentTypeGrounds, value: body.value };
  if (body.kind === 'unknown') {
    return {
      grounds: [...contentTypeGrounds, may('codes-per-endpoint', ...anyRefusal)],
      value: undefined,
    };
  }
  const statuses = body.kind === 'malformed' ? anyRefusal : [400];
  return { grounds: [...contentTypeGrounds, must(schema, statuses)], value: undefined };
}

function typeGrounds(call: Call, requirement: StatedId): readonly Ground[] {
  if (call.type === 'json') return [];
  if (call.type === 'other') return [must(requirement, [400])];
  return [may('request.content-type.accepted', ...anyRefusal)];
}

/** Returns the fields of a body that has to be an object, and the reasons to refuse it if it is not. */
export function readObject(
  call: Call,
  requirements: BodyRequirements,
): { grounds: readonly Ground[]; fields: JsonObject | undefined } {
  const { grounds, value } = readJsonBody(call, requirements);
  if (value === undefined) return { grounds, fields: undefined };
  if (isObject(value)) return { grounds, fields: value };
  return { grounds: [...grounds, must(requirements.schema, [400])], fields: undefined };
}

/** The document does not say whether a service refuses properties that it does not list. */
export function unknownKeyGrounds(fields: object, knownKeys: readonly string[]): readonly Ground[] {
  const hasOtherKey = Object.keys(fields).some((key) => !knownKeys.includes(key));
  return when(hasOtherKey, decides('request.unknown-property', 400, 422));
}

/** Publish, unpublish and delete send an empty object. The document does not say how much of that a service checks. */
export function emptyBodyGrounds(call: Call): readonly Ground[] {
  const { body, type, operation } = call;
  const silence = operation === 'deleteBook' ? 'delete.body' : 'request.empty-body';
  if (body.kind === 'none') return [may(silence, ...anyRefusal)];
  const value = body.kind === 'json' && type === 'json' ? body.value : undefined;
  if (isObject(value) && Object.keys(value).length === 0) return [];
  return [may('request.content-type.bodyless', ...anyRefusal)];
}
