/** Reads what `fetch` rejects with: whether the request can have left, and a form of it without secrets. */
import { isObject } from './json-object.ts';
import type { Mask } from './mask.ts';

/** What is known of a failed connection. */
export interface ConnectionFailure {
  readonly sent: boolean;
  readonly code: string | undefined;
  /** The innermost error, its texts masked. */
  readonly cause: Error | undefined;
}

/** Names of failures before the first byte: no address, no connection, no trusted certificate. */
const before =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_|ConnectionRefused|FailedToOpen|(ERR_TLS_)?CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO)/;

/** Reads an error of any runtime; what it does not know counts as sent. */
export function connectionFailure(thrown: unknown, mask: Mask): ConnectionFailure {
  const chain = chainOf(thrown);
  const code = chain.map((link) => link['code']).findLast((each) => typeof each === 'string');
  return {
    sent: !chain.some(neverLeft),
    code: code === undefined ? code : mask(code),
    cause: chain.slice(-1).map((link) => masked(link, mask))[0],
  };
}

type Link = Readonly<Record<string, unknown>>;

/** An error, its cause, and so on; a circle of causes ends it. */
function chainOf(thrown: unknown): readonly Link[] {
  const chain: Link[] = [];
  let link = thrown;
  while (isObject(link) && !chain.includes(link)) {
    chain.push(link);
    link = link['cause'];
  }
  return chain;
}

function neverLeft(link: Link): boolean {
  const { code, syscall, errors, message } = link;
  // Several addresses tried at once: none of them may have been reached.
  if (Array.isArray(errors) && errors.length > 0) {
    return errors.every((each) => isObject(each) && neverLeft(each));
  }
  if (syscall === 'connect' || syscall === 'getaddrinfo') return true;
  if (typeof code === 'string' && before.test(code)) return true;
  // Deno gives no code.
  return typeof message === 'string' && message.includes('client error (Connect)');
}

function masked({ name, message, stack }: Link, mask: Mask): Error {
  const cause = new Error(mask(String(message)));
  cause.name = String(name);
  cause.stack = mask(String(stack ?? message));
  return cause;
}
