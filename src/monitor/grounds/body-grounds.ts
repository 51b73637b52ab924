/** Returns the reasons to refuse a request for its content type, its body or its query, as the contract describes them. */
import { readFields } from '../../contract/fields.ts';
import { isObject, type JsonObject } from '../../contract/json-pointer.ts';
import { readRequestBody, type RequestReading } from '../../contract/requests/index.ts';
import { isStated, type SilenceId, type StatedId } from '../../contract/requirements.ts';
import { readContract } from '../../contract/spec.ts';
import type { Call } from '../call.ts';
import { anyRefusal, decides, type Ground, may, must, when } from './grounds.ts';

/** What the requirements and silences of an operation say about its body. */
interface BodyRequirements {
  /** Broken if the service accepts another content type. */
  readonly type: StatedId;
  /** Broken if the service accepts a body of the wrong form for which the contract names no other requirement. */
  readonly schema: StatedId;
  /** What the document leaves open about fields that a book shows and this body may not have. */
  readonly shownFields?: SilenceId;
}

interface BodyReading {
  readonly grounds: readonly Ground[];
  /** The parsed body; undefined if there is none, or it is not known. */
  readonly value: unknown;
  /** The body if it is an object. */
  readonly fields: JsonObject | undefined;
}

/**
 * Returns the value of a JSON body, and the reasons to refuse it.
 * @param adapt changes what the contract says about the body by what is known of the book
 */
export function readBody(
  call: Call,
  requirements: BodyRequirements,
  adapt: (reading: RequestReading) => RequestReading = (reading) => reading,
): BodyReading {
  const grounds = typeGrounds(call, requirements.type);
  const { body } = call;
  // A body of another type is not read, so nothing in it is a reason to refuse the call.
  if (call.type === 'other') return { grounds, value: undefined, fields: undefined };
  if (body.kind === 'json') {
    const contract = readContract();
    const reading = readRequestBody(contract, contract.operations[call.operation], body.value);
    return {
      grounds: [...grounds, ...schemaGrounds(adapt(reading), requirements)],
      value: body.value,
      fields: isObject(body.value) ? body.value : undefined,
    };
  }
  const isRequired = readContract().operations[call.operation].body?.required !== false;
  if (body.kind === 'none' && !isRequired) return { grounds, value: undefined, fields: undefined };
  const malformed = must(requirements.schema, body.kind === 'malformed' ? anyRefusal : [400]);
  const ground = body.kind === 'unknown' ? may('codes-per-endpoint', ...anyRefusal) : malformed;
  return { grounds: [...grounds, ground], value: undefined, fields: undefined };
}

function typeGrounds(call: Call, requirement: StatedId): readonly Ground[] {
  if (call.type === 'json') return [];
  if (call.type === 'other') return [must(requirement, [400])];
  return [may('request.content-type.accepted', ...anyRefusal)];
}

/** Returns the reasons to refuse a value that the contract describes. */
export function schemaGrounds(
  { violations, openValues, unlistedMembers }: RequestReading,
  { schema, shownFields }: Omit<BodyRequirements, 'type'>,
): readonly Ground[] {
  const isShown = ({ parent, key }: RequestReading['unlistedMembers'][number]): boolean =>
    shownFields !== undefined && parent === '' && readFields().book.all.includes(key);
  return [
    ...violations.map(({ requirement, statuses, name }) =>
      must(toStatedId(requirement) ?? schema, statuses, ...(name === '' ? [] : [name])),
    ),
    ...openValues.flatMap(({ silences, statuses, shows }) =>
      silences.map((silence) => (shows ? decides : may)(silence, ...(statuses ?? anyRefusal))),
    ),
    ...(shownFields === undefined
      ? []
      : when(unlistedMembers.some(isShown), decides(shownFields, 400, 422))),
    // The document does not say whether a service refuses properties that it does not list.
    ...when(
      unlistedMembers.some((member) => !isShown(member)),
      decides('request.unknown-property', 400, 422),
    ),
  ];
}

/** Returns an id of the contract as the id of a requirement; undefined if this version does not know it. */
export function toStatedId(id: string | undefined): StatedId | undefined {
  return id !== undefined && isStated(id) ? id : undefined;
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
