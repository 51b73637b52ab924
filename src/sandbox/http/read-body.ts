/** Reads and parses the body of a request, and checks it against the contract. */
import type { RequirementId } from '../../contract/requirements.ts';
import { toConcerns, decodeUtf8, parseJson } from '../shapes/index.ts';
import type { KeyedOperation, Parts, KeyedRequest } from '../parts/index.ts';
import { type Readings, Refusal, refuseIfAny, createConcern } from '../readings/index.ts';

const contentTypeRequirements: Readonly<Partial<Record<KeyedOperation, RequirementId>>> = {
  createBook: 'create.content-type-400',
  updateBook: 'update.content-type-400',
  requestUploads: 'upload.content-type-400',
  attachFile: 'attach.content-type-400',
};

const emptyBodyOperations = ['publishBook', 'unpublishBook', 'deleteBook'];

export async function readBody(request: KeyedRequest, parts: Parts): Promise<unknown> {
  const { operation } = request;
  if (emptyBodyOperations.includes(operation)) return readEmptyBody(request, parts);
  const requirement = contentTypeRequirements[operation];
  if (requirement === undefined) return undefined;
  const text = await readText(request, parts);
  checkType(request, requirement, parts.readings);
  const body = parseBody(text, parts);
  refuseIfAny(toConcerns(operation, parts.shapes.body(operation, body), parts.readings));
  return body;
}

/** Reads a body that should be an empty object. The readings decide what is checked. */
async function readEmptyBody(request: KeyedRequest, parts: Parts): Promise<unknown> {
  const { readings } = parts;
  const silence = request.operation === 'deleteBook' ? 'delete.body' : 'request.empty-body';
  const text = await readText(request, parts);
  if (text === '' && readings[silence] === 'required') {
    refuseIfAny(createConcern(silence, 'Send an empty JSON object.', { status: 400 }));
  }
  if (text === '') return undefined;
  if (readings['request.content-type.bodyless'] === 'checked') {
    checkType(request, 'request.content-type.bodyless', readings);
  }
  return isJson(request.header('content-type'), readings) ? parseBody(text, parts) : undefined;
}

async function readText(request: KeyedRequest, { limits }: Parts): Promise<string> {
  const bytes = await request.body(limits.bodyLimit).catch(() => {
    throw createMalformedBodyRefusal('The body ended early.');
  });
  if (bytes === undefined) throw createTooLargeRefusal(`${limits.bodyLimit} bytes`);
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

function checkType(request: KeyedRequest, requirement: RequirementId, readings: Readings): void {
  const type = request.header('content-type');
  const field = { status: 400, name: 'Content-Type' };
  const reason = 'Send JSON, with the Content-Type application/json.';
  if (!isJson(type, readings)) refuseIfAny(createConcern(requirement, reason, field));
  const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(type ?? '')?.[1]?.toLowerCase();
  if (charset === undefined || charset === 'utf-8' || charset === 'utf8') return;
  refuseIfAny(createConcern(requirement, `JSON is always UTF-8, not ${charset}.`, field));
}

function isJson(contentType: string | undefined, readings: Readings): boolean {
  const mediaType = contentType?.split(';')[0]?.trim().toLowerCase() ?? '';
  const acceptsAny = readings['request.content-type.accepted'] === 'any-json';
  return mediaType === 'application/json' || (acceptsAny && mediaType.endsWith('+json'));
}

function parseBody(text: string, { limits }: Parts): unknown {
  const result = parseJson(text, limits.valueLimit);
  if ('value' in result) return result.value;
  if (result.defect === 'too-many-values')
    throw createTooLargeRefusal(`${limits.valueLimit} JSON values`);
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
