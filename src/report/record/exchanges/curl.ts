/** Writes a call as a curl command. */
import { type KeyNames, defaultKeyNames } from '../../../contract/key-names.ts';
import type { ExchangeRow } from './exchange-row.ts';

/**
 * Returns the command for one exchange, which takes the key from the environment. Returns undefined if it
 * would need a secret or a body that was left out, or if it names a book, which the run has deleted.
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
  const names = Object.keys(exchange.requestHeaders).map((name) => name.toLowerCase());
  for (const [name, value] of Object.entries(exchange.requestHeaders)) {
    const lower = name.toLowerCase();
    if (lower === 'apikey') parts.push(`-H "apikey: ${keyFor(value, keyNames)}"`);
    if (lower === 'content-type') parts.push(`-H ${quoteForShell(`${name}: ${value}`)}`);
  }
  const { requestBody: body } = exchange;
  if (body !== undefined) {
    // Without an explicit type, curl would add one that the recorded call did not have.
    if (!names.includes('content-type')) parts.push("-H 'content-type:'");
    parts.push(
      `--data-raw ${quoteForShell(typeof body === 'string' ? body : JSON.stringify(body))}`,
    );
  }
  return parts.join(' ');
}

/** The variable of a masked key; a wrong key is any other text. */
function keyFor(mask: string, { own, second }: KeyNames): string {
  if (mask === '[wrong key]') return 'no-such-key';
  return `$${mask === '[second key]' ? second : own}`;
}

/** Quotes any text for a POSIX shell. */
export function quoteForShell(text: string): string {
  return /^[\w./:=@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
