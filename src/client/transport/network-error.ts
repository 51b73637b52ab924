/** Creates a NetworkError from the error of `fetch`: whether the request may have been sent, and a cause without secrets. */
import { NetworkError } from '../errors/index.ts';
import { isObject, type JsonObject } from '../json.ts';
import type { Mask } from '../responses/index.ts';
import type { ActiveCall } from './call.ts';
import { mayRepeat } from './retry.ts';

/** The codes of failures before the first byte: no address, no connection, no trusted certificate or an invalid URL. */
const unsentCodes =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_|ConnectionRefused|FailedToOpen|UNABLE_TO|ERR_INVALID_(URL|ARG)|.*CERT)/;

/** Matches the messages of `fetch` for a failed connection in Node, browsers, Deno, Bun and workerd. */
const networkWords =
  /fetch failed|to fetch|load failed|network|socket|connect|terminated|sending request|closed/i;

/**
 * Creates the error for a failed connection. If it is unknown whether the request was sent, it counts as sent.
 * @param thrown the value that `fetch` rejected with, which may contain secrets
 */
export function createNetworkError(
  { operation, attempts, hasResponse }: Pick<ActiveCall, 'operation' | 'attempts' | 'hasResponse'>,
  thrown: unknown,
  mask: Mask,
): NetworkError {
  const chain = readChain(thrown);
  const lastCode = chain.map((link) => link['code']).findLast((value) => typeof value === 'string');
  const code = typeof lastCode === 'string' ? mask(lastCode) : undefined;
  const cause = chain.slice(-1).map((link) => maskError(link, mask))[0];
  const facts = { operation, attempts, cause, code };
  const sent = hasResponse || !chain.some(wasNeverSent);
  if (!hasResponse && isProgrammingError(thrown, code)) {
    const message = `${operation}: the custom fetch failed: ${mask(String(thrown))}.`;
    const advice = 'Check that it takes a Request, or pass its Request class too.';
    return new NetworkError(`${message} ${advice}`, { ...facts, sent: sent ? undefined : false });
  }
  const retryable = mayRepeat(operation, { status: undefined, sent });
  const suffix = code === undefined ? '' : ` (${code})`;
  const message = sent
    ? `${operation} was sent, but its response was lost${suffix}.`
    : `${operation} never reached the service${suffix}. Check baseUrl and the network.`;
  return new NetworkError(message, { ...facts, sent, retryable });
}

/** Returns true for a bug in a custom `fetch`, as opposed to a failure of the network. A retry would not help. */
function isProgrammingError(thrown: unknown, code: string | undefined): boolean {
  if (code !== undefined) return /^ERR_INVALID_(URL$|ARG)/.test(code);
  if (!(thrown instanceof TypeError) || thrown.cause !== undefined) return false;
  return !networkWords.test(thrown.message);
}

function readChain(thrown: unknown): readonly JsonObject[] {
  const chain: JsonObject[] = [];
  let link = thrown;
  while (isObject(link) && !chain.includes(link)) {
    chain.push(link);
    link = link['cause'];
  }
  return chain;
}

function wasNeverSent(link: JsonObject): boolean {
  const { code, syscall, errors, message } = link;
  // Several addresses were tried. The request was never sent if none of them was reached.
  if (Array.isArray(errors) && errors.length > 0) {
    return errors.every((error) => isObject(error) && wasNeverSent(error));
  }
  if (syscall === 'connect' || syscall === 'getaddrinfo') return true;
  if (typeof code === 'string' && unsentCodes.test(code)) return true;
  // Deno's errors have no code.
  return typeof message === 'string' && message.includes('client error (Connect)');
}

function maskError({ name, message, stack }: JsonObject, mask: Mask): Error {
  const cause = new Error(mask(String(message)));
  cause.name = String(name);
  cause.stack = mask(String(stack ?? message));
  return cause;
}
