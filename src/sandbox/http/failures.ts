/** Answers and log lines for a disk or a database that fails. */
import type { Answer } from '../present/index.ts';

/** Codes of Node, SQLite and PostgreSQL that mean there is no space left. */
const noSpaceCodes = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL', '53100']);

/**
 * Returns the answer to a failure that may pass: no space, or a store or a file storage that does not
 * answer. Undefined for any other error.
 */
export function temporaryFailureAnswer(error: unknown, url: string): Answer | undefined {
  if (isUnavailable(error)) {
    const detail =
      'The store or the file storage does not answer. What you sent may or may not be stored.';
    const answer = problem(503, 'Service Unavailable', { detail, url });
    return { ...answer, headers: { ...answer.headers, 'retry-after': '1' } };
  }
  if (!noSpaceCodes.has(codeOf(error))) return undefined;
  return problem(507, 'Insufficient Storage', {
    detail: 'The sandbox has no disk space left. Nothing was stored; try again later.',
    url,
  });
}

/** Returns the answer to a failure that is not the client's: 503 or 507 if it may pass, else 500. */
export function failureAnswer(error: unknown, url: string): Answer {
  const temporary = temporaryFailureAnswer(error, url);
  if (temporary !== undefined) return temporary;
  return problem(500, 'Internal Server Error', {
    detail: 'The sandbox failed; its log says why.',
    url,
  });
}

/** Codes of a server that ends, starts, has no connection left or cannot be reached. */
const unavailableCodes =
  /^(57P0[1-5]|08\w{3}|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|S3_FAILED|UND_ERR_\w+)$/;

/** Errors of the PostgreSQL driver have a message and no code when a connection ends. */
const brokenConnection =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return unavailableCodes.test(codeOf(error)) || brokenConnection.test(error.message);
}

/** Returns one line for a failing disk, database or network, and the stack for an error in the code. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = codeOf(error);
  return code === '' ? (error.stack ?? error.message) : `${code}: ${error.message}`;
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error.cause === undefined ? '' : codeOf(error.cause);
}

function problem(
  status: number,
  title: string,
  { detail, url }: { readonly detail: string; readonly url: string },
): Answer {
  const instance = URL.canParse(url) ? new URL(url).pathname : url;
  const body = { title, status, detail, instance, invalidParams: [] };
  const headers = { 'content-type': 'application/problem+json' };
  return { status, text: JSON.stringify(body), headers };
}
