/** Finds the role of the file that a PUT or an attach is about, and what the attach sent. */
import { isObject } from '../../contract/json-pointer.ts';
import { pairGrants } from '../../monitor/index.ts';
import type { ExchangeRow } from './exchanges/index.ts';
import type { FindingRow, SentRow } from './report.ts';
import { findBook, maxParts, toPart } from './sent-part.ts';

/** Adds the role of the file that the drift is about, and what its attach sent if nothing else is known. */
export function addFileParts(row: FindingRow, exchanges: readonly ExchangeRow[]): FindingRow {
  const call = findFileCall(row, exchanges);
  if (call === undefined) return row;
  const {
    sent = Object.keys(isObject(call.requestBody) ? call.requestBody : {}).map((name) =>
      toPart(call, name),
    ),
  } = row;
  const parts = [...sent.slice(0, maxParts - 1), ...findRole(call, exchanges)];
  return parts.length === 0 ? row : { ...row, sent: parts };
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

/** Returns the role in the upload request that granted the file of a PUT or an attach. */
function findRole({ url, number }: ExchangeRow, exchanges: readonly ExchangeRow[]): SentRow[] {
  const [, fileId] = /\/file\/([^/?]+)\/attach/.exec(url) ?? [];
  const uploads = exchanges.filter(
    (upload) => upload.operation === 'requestUploads' && upload.number < number,
  );
  const parts = uploads.flatMap((upload) =>
    pairGrants(upload.requestBody, upload.responseBody)
      .filter(({ grant }) => grant.id === fileId?.toLowerCase() || grant.url === url)
      .flatMap(({ descriptor: { role } }) =>
        role === undefined ? [] : [{ ...toPart(upload, 'role'), value: role }],
      ),
  );
  return parts.slice(-1);
}
