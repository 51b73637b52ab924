/** Logs the requests of a sandbox to stderr: as text, or as JSON for a log collector. */
import type { LoggedRequest } from '../../sandbox/index.ts';
import type { Shell } from '../shell/index.ts';

export const logFormats = ['none', 'text', 'json'] as const;
export type LogFormat = (typeof logFormats)[number];

interface RequestLog {
  readonly onRequest?: (request: LoggedRequest) => void;
  /** Called when the sandbox itself fails. */
  readonly report: (line: string) => void;
}

/** @param requested `text` on a terminal and `none` elsewhere, unless given */
export function createRequestLog(requested: LogFormat | undefined, shell: Shell): RequestLog {
  const format = requested ?? (shell.errTerminal.isTerminal ? 'text' : 'none');
  if (format === 'json') {
    const write = (line: object) => shell.err(`${JSON.stringify(line)}\n`);
    return {
      onRequest: (request) => write({ level: 'info', ...request }),
      report: (message) => write({ level: 'error', at: new Date().toISOString(), message }),
    };
  }
  const report = (line: string) => shell.err(`${line}\n`);
  return format === 'none'
    ? { report }
    : { report, onRequest: (request) => shell.err(`${formatRequest(request)}\n`) };
}

function formatRequest({
  at,
  method,
  path,
  status,
  requirement,
  milliseconds,
}: LoggedRequest): string {
  const outcome = status === 0 ? 'cut' : String(status);
  const time = `${Math.round(milliseconds)} ms`;
  const parts = [at.slice(11, 19), outcome, method.padEnd(6), path, time];
  return [...parts, ...(requirement === undefined ? [] : [requirement])].join('  ');
}
