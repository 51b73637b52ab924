/** The body of a request: read, parsed and held against the contract, or a refusal. */
import type { RequirementId } from '../../contract/requirements.ts';
import { concernsOf } from '../shapes/index.ts';
import type { KeyedOperation, SandboxParts } from '../parts/index.ts';
import type { ReceivedRequest } from './received-request.ts';
import { type Readings, Refusal, refuseFor, stated } from '../readings/index.ts';

/** What a wrong content type breaks; the calls whose body is an empty object are not named. */
const contentTypes: Readonly<Partial<Record<KeyedOperation, RequirementId>>> = {
  createBook: 'create.content-type-400',
  updateBook: 'update.content-type-400',
  requestUploads: 'upload.content-type-400',
  attachFile: 'attach.content-type-400',
};

const bodyless: readonly KeyedOperation[] = ['publishBook', 'unpublishBook', 'deleteBook'];

export async function readBody(asked: ReceivedRequest, parts: SandboxParts): Promise<unknown> {
  const { operation } = asked;
  if (bodyless.includes(operation)) return emptyBody(asked, parts);
  const requirement = contentTypes[operation];
  if (requirement === undefined) return undefined;
  const text = await readText(asked, parts);
  checkType(asked, requirement, parts.readings);
  const body = parsed(text);
  refuseFor(concernsOf(operation, parts.shapes.body(operation, body), parts.readings));
  return body;
}

/** Publish, unpublish and delete send an empty object; how much of that is checked is open. */
async function emptyBody(asked: ReceivedRequest, parts: SandboxParts): Promise<undefined> {
  const { readings } = parts;
  const silence = asked.operation === 'deleteBook' ? 'delete.body' : 'request.empty-body';
  const text = await readText(asked, parts);
  if (text === '' && readings[silence] === 'required') {
    refuseFor(stated({ requirement: silence, status: 400, reason: 'Send an empty JSON object.' }));
  }
  if (text === '') return undefined;
  if (readings['request.content-type.bodyless'] === 'checked') {
    checkType(asked, 'request.content-type.bodyless', readings);
  }
  if (isJson(asked.header('content-type'), readings)) parsed(text);
  return undefined;
}

async function readText(asked: ReceivedRequest, { measures }: SandboxParts): Promise<string> {
  const text = await asked.text(measures.bodyLimit).catch(() => {
    throw notJson('The body broke off.');
  });
  if (text !== undefined) return text;
  throw new Refusal({
    status: 413,
    requirement: 'sizes',
    subject: 'request',
    detail: `A body has at most ${measures.bodyLimit} bytes here.`,
    invalidParams: [],
  });
}

function checkType(asked: ReceivedRequest, requirement: RequirementId, readings: Readings): void {
  if (isJson(asked.header('content-type'), readings)) return;
  const reason = 'Send JSON, with the Content-Type application/json.';
  refuseFor(stated({ requirement, status: 400, name: 'Content-Type', reason }));
}

function isJson(contentType: string | undefined, readings: Readings): boolean {
  const mediaType = contentType?.split(';')[0]?.trim().toLowerCase() ?? '';
  const known = mediaType === 'application/json';
  return readings['request.content-type.accepted'] === 'any-json'
    ? known || mediaType.endsWith('+json')
    : known;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw notJson('The body is not JSON.');
  }
}

function notJson(detail: string): Refusal {
  const requirement = 'request.malformed-json';
  return new Refusal({ status: 400, requirement, subject: 'syntax', detail, invalidParams: [] });
}
