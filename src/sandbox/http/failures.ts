/** Answers and log lines for a disk or a database that fails. */
import type { Answer } from '../present/index.ts';

/** Codes of Node and SQLite that mean there is no room left. */
const noRoom = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL']);

/** Returns the answer to a failed write for lack of space; undefined for any other error. */
export function noRoomAnswer(error: unknown, url: string): Answer | undefined {
  if (!noRoom.has(codeOf(error))) return undefined;
  return problem(507, 'Insufficient Storage', {
    detail: 'The sandbox has no disk space left. Nothing was stored; try again later.',
    url,
  });
}

/** Returns the answer to a failure that the client cannot help. */
export function failureAnswer(url: string): Answer {
  return problem(500, 'Internal Server Error', {
    detail: 'The sandbox failed; its log says why.',
    url,
  });
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
