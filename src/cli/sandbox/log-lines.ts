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

/** Creates the request log. By default it writes text on a terminal, and nothing elsewhere. */
export function createRequestLogger(chosenFormat: LogFormat | undefined, shell: Shell): RequestLog {
  const format = chosenFormat ?? (shell.errTerminal.isTerminal ? 'text' : 'none');
  if (format === 'json') {
    const write = (line: object) => shell.err(`${JSON.stringify(line)}\n`);
    return {
      onRequest: (request) =>
        write({ level: request.status >= 500 ? 'error' : 'info', ...request }),
      report: (message) => write({ level: 'error', at: new Date().toISOString(), message }),
    };
  }
  const report = (line: string) => shell.err(`${line}\n`);
  return format === 'none'
    ? { report }
    : { report, onRequest: (request) => shell.err(`${formatRequest(request)}\n`) };
}

function formatRequest(request: LoggedRequest): string {
  const { at, method, path, status, requirement, milliseconds, account, id, detail } = request;
  const time = `${Math.round(milliseconds)} ms`;
  const parts = [at.slice(11, 19), status || 'cut', method.padEnd(6), path, time, requirement];
  return [...parts, account, id, detail].filter((part) => part !== undefined).join('  ');
}
