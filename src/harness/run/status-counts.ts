/** Counts how often each operation was answered with each status. */
import { readContract, type Contract } from '../../contract/spec.ts';
import type { Exchange, StatusCount } from '../evidence/index.ts';

export interface StatusCounter {
  readonly count: (exchange: Exchange) => void;
  readonly counts: () => readonly StatusCount[];
}

/** Starts with no response counted. */
export function createStatusCounter(contract: Contract = readContract()): StatusCounter {
  const counts = new Map<string, StatusCount>();
  return {
    count: ({ operation, status }) => {
      if (operation === undefined) return;
      const { answers, openStatuses } = contract.operations[operation];
      const listed = answers.some((answer) => answer.status === String(status));
      const documented = listed || openStatuses.includes(status) || status === 429;
      const key = `${operation} ${status}`;
      const times = (counts.get(key)?.times ?? 0) + 1;
      counts.set(key, { operation, status, times, documented });
    },
    counts: () => [...counts.values()],
  };
}
