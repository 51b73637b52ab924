/** Reads and parses the body of a request, and checks it against the contract. */
import { isObject } from '../../contract/json-pointer.ts';
import { toConcerns, decodeUtf8, listIgnored, omit, parseJson } from '../shapes/index.ts';
import type { Parts, KeyedRequest } from '../replaceable-parts/index.ts';
import { Refusal, refuseIfAny, createConcern } from '../readings/index.ts';

/** The largest JSON body that is read, in bytes. */
export const bodyLimit = 4 * 1024 * 1024;

/** The number of JSON values a body may hold, objects and arrays included. */
const valueLimit = 10_000;

/** Returns the body of a request, without the values that a reading ignores. */
export async function readBody(request: KeyedRequest, parts: Parts): Promise<unknown> {
  const { contract, readings, shapes } = parts;
  const operation = contract.operations[request.operation];
  if (operation.body === undefined) return undefined;
  if (!operation.body.required) return readEmptyBody(request, parts);
  const text = await readText(request);
  const requirement = operation.requirements.find((id) => id.includes('.content-type'));
  checkType(request, requirement ?? 'body.json', parts);
  const body = parseBody(text);
  const reading = shapes.body(operation.id, body);
  refuseIfAny(toConcerns(operation, reading, readings));
  return isObject(body) ? omit(body, listIgnored(reading, readings)) : body;
}

/** Reads a body that should be an empty object. The readings decide what is checked. */
async function readEmptyBody(request: KeyedRequest, parts: Parts): Promise<unknown> {
  const { readings } = parts;
  const silence = request.operation === 'deleteBook' ? 'delete.body' : 'request.empty-body';
  const text = await readText(request);
  if (text === '' && readings[silence] === 'required') {
    refuseIfAny(createConcern(silence, 'Send an empty JSON object.', { status: 400 }));
  }
  if (text === '') return undefined;
  if (readings['request.content-type.bodyless'] === 'checked') {
    checkType(request, 'request.content-type.bodyless', parts);
  }
  return isJson(request, parts) ? parseBody(text) : undefined;
}

async function readText(request: KeyedRequest): Promise<string> {
  const bytes = await request.body(bodyLimit).catch(() => {
    throw createMalformedBodyRefusal('The body ended early.');
  });
  if (bytes === undefined) throw createTooLargeRefusal(`${bodyLimit} bytes`);
  checkEncoding(request);
  const text = decodeUtf8(bytes);
  if (text === undefined) throw createMalformedBodyRefusal('The body is not UTF-8.');
  return text;
}

function checkEncoding({ header }: KeyedRequest): void {
  const encoding = header('content-encoding')?.trim().toLowerCase() ?? 'identity';
  if (encoding === 'identity' || encoding === '') return;
  throw new Refusal({
    status: 415,
    requirement: 'request.content-type.accepted',
    detail: `Send the body without the Content-Encoding ${encoding}.`,
    invalidParams: [{ name: 'Content-Encoding', reason: 'Compressed bodies are not accepted.' }],
    headers: { 'accept-encoding': 'identity' },
  });
}

function checkType(request: KeyedRequest, requirement: string, parts: Parts): void {
  const field = { requirement, status: 400, name: 'Content-Type' };
  const reason = `Send JSON, with the Content-Type ${listMediaTypes(request, parts).join(' or ')}.`;
  if (!isJson(request, parts)) refuseIfAny([{ ...field, reason }]);
  const type = request.header('content-type') ?? '';
  const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(type)?.[1]?.toLowerCase();
  if (charset === undefined || charset === 'utf-8' || charset === 'utf8') return;
  refuseIfAny([{ ...field, reason: `JSON is always UTF-8, not ${charset}.` }]);
}

function isJson(request: KeyedRequest, parts: Parts): boolean {
  const mediaType = request.header('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  const acceptsAny = parts.readings['request.content-type.accepted'] === 'any-json';
  const isDocumented = listMediaTypes(request, parts).includes(mediaType);
  return isDocumented || (acceptsAny && mediaType.endsWith('+json'));
}

function listMediaTypes({ operation }: KeyedRequest, { contract }: Parts): readonly string[] {
  return Object.keys(contract.operations[operation].body?.content ?? {});
}

function parseBody(text: string): unknown {
  const result = parseJson(text, valueLimit);
  if ('value' in result) return result.value;
  if (result.defect === 'too-many-values') throw createTooLargeRefusal(`${valueLimit} JSON values`);
  throw createMalformedBodyRefusal(
    result.defect === 'unpaired-surrogate'
      ? 'The body has a string with half of a surrogate pair.'
      : 'The body is not JSON.',
  );
}

function createMalformedBodyRefusal(detail: string): Refusal {
  const requirement = 'request.malformed-json';
  return new Refusal({ status: 400, requirement, subject: 'syntax', detail });
}

function createTooLargeRefusal(limit: string): Refusal {
  const detail = `A body may have at most ${limit}.`;
  return new Refusal({ status: 413, requirement: 'sizes', detail });
}
