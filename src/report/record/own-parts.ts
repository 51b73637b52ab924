/** Finds the parts of the failing request itself, and of the files that it is about, that a reader needs. */
import { isArray, isObject, type JsonObject } from '../../contract/json-pointer.ts';
import { readRequestBody } from '../../contract/requests/index.ts';
import { readContract } from '../../contract/spec.ts';
import { pairGrants } from '../../monitor/index.ts';
import type { ExchangeRow } from './exchanges/index.ts';
import type { FindingRow, SentRow } from './report.ts';
import { maxParts, toPart, findBook } from './sent-part.ts';

/** Returns the parts of the failing request itself: members of its body, or parameters of its query. */
export function findOwnParts(
  row: FindingRow,
  exchange: ExchangeRow,
  fields: readonly string[],
): SentRow[] {
  const { requestBody, url } = exchange;
  const query = new URLSearchParams(url.split('?')[1]);
  return fields.flatMap((field) => {
    const name = field.replace(/^.*\./, '');
    if (query.has(name)) return [{ ...toPart(exchange, name), value: query.get(name) }];
    const item = findWrongItem(row, exchange, name) ?? findItem(requestBody, name);
    return item === undefined ? [] : [{ ...toPart(exchange, name), value: item[name] }];
  });
}

/** Returns the entry of a batch, or of a list in the body, whose member violates the contract, or which the response shows wrong. */
function findWrongItem(
  { pointer = '' }: FindingRow,
  { operation, requestBody }: ExchangeRow,
  name: string,
): JsonObject | undefined {
  const contract = readContract();
  const described = Object.values(contract.operations).find(({ id }) => id === operation);
  const violations = described ? readRequestBody(contract, described, requestBody).violations : [];
  const wrong = violations.find((violation) => violation.name.endsWith(`.${name}`));
  const [, index] = /^\/data\/(\d+)\//.exec(pointer) ?? [];
  const place =
    wrong?.name.slice(0, -name.length - 1) ?? (isArray(requestBody) ? index : undefined);
  const item = place?.split('.').reduce<unknown>(readMember, requestBody);
  return isObject(item) && Object.hasOwn(item, name) ? item : undefined;
}

function readMember(parent: unknown, key: string): unknown {
  if (isArray(parent)) return parent[Number(key)];
  return isObject(parent) && Object.hasOwn(parent, key) ? parent[key] : undefined;
}

/** Returns the parameters of the query, or the members of the body that the requirement names; without these, a short body. */
export function findNamedParts(row: FindingRow, exchange: ExchangeRow): SentRow[] {
  const query = [...new URLSearchParams(exchange.url.split('?')[1])];
  const parameters = query.map(([name, value]) => ({ ...toPart(exchange, name), value }));
  if (parameters.length > 0) return parameters;
  const named = findNamedMembers(row, exchange);
  const { requestBody } = exchange;
  const names = isObject(requestBody) ? Object.keys(requestBody) : [];
  if (named.length > 0 || names.length > maxParts) return named;
  return names.map((name) => toPart(exchange, name));
}

/** Returns the members of the body, or of the only entry of a batch, that the requirement names. */
export function findNamedMembers({ says }: FindingRow, exchange: ExchangeRow): SentRow[] {
  const { requestBody } = exchange;
  const [onlyItem, ...others] = isArray(requestBody) ? requestBody : [requestBody];
  if (!isObject(onlyItem) || others.length > 0) return [];
  return Object.entries(onlyItem).flatMap(([name, value]) => {
    const [firstWord = name] = /^(?:is(?=[A-Z]))?[A-Za-z][a-z]*/.exec(name) ?? [];
    return isNamedIn(says, firstWord) ? [{ ...toPart(exchange, name), value }] : [];
  });
}

/** Returns the body, or the first entry of a batch or of a list in the body, that has the member. */
function findItem(body: unknown, name: string): JsonObject | undefined {
  if (isArray(body))
    return body.map((item) => findItem(item, name)).find((item) => item !== undefined);
  if (!isObject(body)) return undefined;
  if (Object.hasOwn(body, name)) return body;
  return Object.values(body)
    .filter(isArray)
    .map((list) => findItem(list, name))
    .find((item) => item !== undefined);
}

/** Returns true if a sentence has the words of a member's name, in the singular or the plural. */
export function isNamedIn(sentence: string, name: string): boolean {
  const words = name
    .replace(/^is(?=[A-Z])/, '')
    .replace(/s$/, '')
    .replaceAll(/(?=[A-Z])/g, ' ');
  return new RegExp(`\\b${words}s?\\b`, 'i').test(sentence);
}

/** Adds the role of the file that the drift is about, and what its call sent if nothing else is known. */
export function addFileParts(row: FindingRow, exchanges: readonly ExchangeRow[]): FindingRow {
  const call = findFileCall(row, exchanges);
  if (call === undefined) return row;
  const { sent = listCallParts(call) } = row;
  const granted = findGrantedParts(call, exchanges);
  const parts = [...sent.slice(0, maxParts - granted.length), ...granted];
  return parts.length === 0 ? row : { ...row, sent: parts };
}

/** Returns the members of an attach, or the content type of a PUT. */
function listCallParts(call: ExchangeRow): SentRow[] {
  const { requestBody, requestHeaders, operation } = call;
  const type = operation === 'putFile' ? requestHeaders['content-type'] : undefined;
  if (type !== undefined) return [{ ...toPart(call, 'content-type'), value: type }];
  return isObject(requestBody) ? Object.keys(requestBody).map((name) => toPart(call, name)) : [];
}

/** Returns the PUT or attach that failed; for a requirement of attaches, the last one before the failing call. */
function findFileCall(row: FindingRow, exchanges: readonly ExchangeRow[]): ExchangeRow | undefined {
  const { exchange, requirement } = row;
  if (exchange?.operation === 'putFile' || exchange?.operation === 'attachFile') return exchange;
  const book = exchange && requirement.startsWith('attach.') ? findBook(row, exchange) : undefined;
  if (exchange === undefined || book === undefined) return undefined;
  return exchanges.findLast(
    ({ operation, url, number, status }) =>
      operation === 'attachFile' &&
      status < 300 &&
      number < exchange.number &&
      url.includes(`/books/${book}/`),
  );
}

/** Returns the role in the upload request that granted the file of a PUT or an attach, and its hash if the attach sent another. */
function findGrantedParts(
  { url, number, requestBody }: ExchangeRow,
  exchanges: readonly ExchangeRow[],
): SentRow[] {
  const sentHash = isObject(requestBody) ? requestBody['hashSha256'] : undefined;
  const [, fileId] = /\/file\/([^/?]+)\/attach/.exec(url) ?? [];
  const uploads = exchanges.filter(
    (upload) => upload.operation === 'requestUploads' && upload.number < number,
  );
  const grants = uploads.flatMap((upload) =>
    pairGrants(upload.requestBody, upload.responseBody)
      .filter(({ grant }) => grant.id === fileId?.toLowerCase() || grant.url === url)
      .map(({ descriptor }) => ({ upload, descriptor })),
  );
  return grants
    .slice(-1)
    .flatMap(({ upload, descriptor: { role, hashSha256 } }) => [
      ...(role === undefined ? [] : [{ ...toPart(upload, 'role'), value: role }]),
      ...(sentHash === undefined || hashSha256 === undefined || hashSha256 === sentHash
        ? []
        : [{ ...toPart(upload, 'hashSha256'), value: hashSha256 }]),
    ]);
}
