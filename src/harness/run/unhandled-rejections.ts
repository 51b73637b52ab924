/** Reports promises that a case left without awaiting them. */
import type { Finding } from '../evidence/index.ts';
import { createCountsWithoutRequests } from './monitor-findings.ts';

/** An unhandled rejection means a broken case. It must be reported, and must not end the process. */
export function catchUnhandledRejections(): {
  findings: () => readonly Finding[];
  release: () => void;
} {
  const reasons: string[] = [];
  const record = (reason: unknown): void => {
    reasons.push(reason instanceof Error ? reason.message : String(reason));
  };
  process.on('unhandledRejection', record);
  return {
    release: () => process.off('unhandledRejection', record),
    findings: () =>
      reasons.map((reason) => ({
        ...createCountsWithoutRequests(0),
        requirement: 'interface.eleven-operations',
        section: 'The run itself',
        sentence: 'a case left a promise without awaiting it',
        source: 'case',
        verdict: 'errored',
        reason,
      })),
  };
}
