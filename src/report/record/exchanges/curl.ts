/** Writes a call as a curl command. */
import { type KeyNames, defaultKeyNames } from '../../../contract/key-names.ts';
import { keyMasks, type ExchangeRow } from './exchange-row.ts';

/**
 * Returns the command that sends a request again, with the key from the environment. Returns undefined if
 * the request needs an upload URL or an omitted body, or if the path names a book, which the run has deleted.
 */
export function toCurl(
  exchange: ExchangeRow,
  bodies = true,
  keyNames = defaultKeyNames,
): string | undefined {
  if (exchange.operation === 'putFile' || /\/books\/[^/?]/.test(exchange.url)) return undefined;
  if (!bodies && exchange.method !== 'GET') return undefined;
  const parts = ['curl -sS -i'];
  if (exchange.method !== 'GET') parts.push(`-X ${exchange.method}`);
  parts.push(quoteForShell(exchange.url));
  const headerNames = Object.keys(exchange.requestHeaders).map((name) => name.toLowerCase());
  for (const [name, value] of Object.entries(exchange.requestHeaders)) {
    const lowerCaseName = name.toLowerCase();
    if (isKeyMask(value)) parts.push(`-H "${name}: ${formatKey(value, keyNames)}"`);
    if (lowerCaseName === 'content-type') parts.push(`-H ${quoteForShell(`${name}: ${value}`)}`);
  }
  const { requestBody: body } = exchange;
  if (body !== undefined) {
    // Without an explicit type, curl would add one that the recorded call did not have.
    if (!headerNames.includes('content-type')) parts.push("-H 'content-type:'");
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    parts.push(`--data-raw ${quoteForShell(text)}`);
  }
  return parts.join(' ');
}

function isKeyMask(value: string): boolean {
  return Object.values(keyMasks).some((mask) => mask === value);
}

/** Returns the shell variable of a masked key; for a wrong key, any other text. */
function formatKey(mask: string, { primary, second }: KeyNames): string {
  if (mask === keyMasks.other) return 'no-such-key';
  return `$${mask === keyMasks.second ? second : primary}`;
}

/** Quotes any text for a POSIX shell. */
export function quoteForShell(text: string): string {
  return /^[\w./:=@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
