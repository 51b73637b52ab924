/** Reads the error of `fetch`: whether the request may have been sent, and a cause without secrets. */
import { NetworkError } from '../errors/index.ts';
import { isObject, type JsonObject } from '../json.ts';
import type { Mask } from '../responses/index.ts';
import type { Call } from './call.ts';
import { mayRepeat } from './retry.ts';

/** Codes of failures before the first byte: no address, no connection, no trusted certificate, no such URL. */
const unsentCodes =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_|ConnectionRefused|FailedToOpen|UNABLE_TO|ERR_INVALID_(URL|ARG)|.*CERT)/;

/** The error messages of `fetch` in Node, browsers, Deno, Bun and workerd for a failed connection. */
const networkWords =
  /fetch failed|to fetch|load failed|network|socket|connect|terminated|sending request|closed/i;

/**
 * Makes the error of a failed connection. If it is not known whether the request was sent, it counts as sent.
 * @param thrown the value that `fetch` rejected with, which may repeat secrets
 */
export function createNetworkError(
  { operation, attempts, begun }: Pick<Call, 'operation' | 'attempts' | 'begun'>,
  thrown: unknown,
  mask: Mask,
): NetworkError {
  const chain = readChain(thrown);
  const lastCode = chain.map((link) => link['code']).findLast((each) => typeof each === 'string');
  const code = typeof lastCode === 'string' ? mask(lastCode) : undefined;
  const cause = chain.slice(-1).map((link) => maskError(link, mask))[0];
  const facts = { operation, attempts, cause, code };
  const sent = begun || !chain.some(wasNeverSent);
  if (!begun && isProgrammingError(thrown, code)) {
    const message = `${operation}: the fetch that was given failed: ${mask(String(thrown))}.`;
    const next = 'Check that it takes a Request, or give its Request class too.';
    return new NetworkError(`${message} ${next}`, { ...facts, sent: sent ? undefined : false });
  }
  const retryable = mayRepeat(operation, { status: undefined, sent });
  const suffix = code === undefined ? '' : ` (${code})`;
  const message = sent
    ? `${operation} was sent, but its response was lost${suffix}.`
    : `${operation} never reached the service${suffix}. Check baseUrl and the network.`;
  return new NetworkError(message, { ...facts, sent, retryable });
}

/** A TypeError about anything but the network comes from the code around `fetch`, so repeating does not help. */
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
  // If several addresses were tried together, perhaps none of them was reached.
  if (Array.isArray(errors) && errors.length > 0) {
    return errors.every((each) => isObject(each) && wasNeverSent(each));
  }
  if (syscall === 'connect' || syscall === 'getaddrinfo') return true;
  if (typeof code === 'string' && unsentCodes.test(code)) return true;
  // Deno gives no code.
  return typeof message === 'string' && message.includes('client error (Connect)');
}

function maskError({ name, message, stack }: JsonObject, mask: Mask): Error {
  const cause = new Error(mask(String(message)));
  cause.name = String(name);
  cause.stack = mask(String(stack ?? message));
  return cause;
}
