/** Logs the requests of a sandbox to stderr: as text, or as JSON for a log collector. */
import type { LoggedRequest } from '../../sandbox/index.ts';
import type { Shell } from '../shell/index.ts';

export const logForms = ['none', 'text', 'json'] as const;
export type LogForm = (typeof logForms)[number];

interface LogLines {
  readonly onRequest?: (request: LoggedRequest) => void;
  /** Called when the sandbox itself fails. */
  readonly report: (line: string) => void;
}

/** @param form `text` on a terminal and `none` elsewhere, unless given */
export function logLines(form: LogForm | undefined, shell: Shell): LogLines {
  const chosen = form ?? (shell.errTerminal.isTerminal ? 'text' : 'none');
  if (chosen === 'json') {
    const write = (line: object) => shell.err(`${JSON.stringify(line)}\n`);
    return {
      onRequest: (request) => write({ level: 'info', ...request }),
      report: (message) => write({ level: 'error', at: new Date().toISOString(), message }),
    };
  }
  const report = (line: string) => shell.err(`${line}\n`);
  return chosen === 'none'
    ? { report }
    : { report, onRequest: (request) => shell.err(`${requestLine(request)}\n`) };
}

function requestLine({
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
