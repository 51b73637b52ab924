/** Finds the role of the file that a PUT or an attach is about, and what the call sent. */
import { isObject } from '../../contract/json-pointer.ts';
import { pairGrants } from '../../monitor/index.ts';
import type { ExchangeRow } from './exchanges/index.ts';
import type { FindingRow, SentRow } from './report.ts';
import { findBook, maxParts, toPart } from './sent-part.ts';

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
