/** A recorded exchange as reports show it: redacted, and cut where it is very long. */
import type { Exchange } from '../../harness/evidence/index.ts';
import type { Redactor } from '../redact/index.ts';
import type { ExchangeRow } from './report.ts';

/** Characters of a body that a report keeps; a full page of books is about 40,000. */
const inReport = 8000;

/**
 * Redacts and cuts one exchange.
 * @param longest characters of a body that stay
 */
export function exchangeRow(exchange: Exchange, redact: Redactor, longest = inReport): ExchangeRow {
  const { request, sentAt } = exchange;
  const kept = (body: unknown): unknown =>
    redact.bodies ? shortened(redact.value(body), longest) : undefined;
  const requestBody = kept(request.body);
  const responseBody = kept(exchange.body ?? (exchange.text || undefined));
  return {
    number: exchange.number,
    ...(sentAt !== undefined && { startedAt: new Date(sentAt).toISOString() }),
    ...(exchange.operation !== undefined && { operation: exchange.operation }),
    method: request.method,
    url: addressOf(exchange, redact),
    requestHeaders: redact.headers(request.headers),
    ...(requestBody !== undefined && { requestBody }),
    status: exchange.status,
    responseHeaders: redact.headers(exchange.headers),
    mediaType: redact.text(exchange.mediaType),
    ...(responseBody !== undefined && { responseBody }),
    took: Math.round(exchange.took),
  };
}

/** The address of a request, redacted: of an upload only the origin. */
export function addressOf(exchange: Exchange, redact: Redactor): string {
  if (exchange.operation !== 'putFile') return redact.text(exchange.request.url);
  // The whole upload address authorises; masking by the name `url` keeps its origin only.
  const held = redact.value({ url: exchange.request.url });
  return typeof held === 'object' && held !== null && 'url' in held ? String(held.url) : '';
}

/** Cut after it was redacted: half a secret is recognised by nobody. */
function shortened(body: unknown, longest: number): unknown {
  if (body === undefined || body === null) return body;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  if (text.length <= longest) return body;
  return `${text.slice(0, longest)}… cut, ${text.length} characters in all`;
}
