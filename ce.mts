import { runOnOwnSandbox } from './tests/support/own-runs/run-on-own-sandbox.ts';
import { shuffleNarrowedFaults } from './scripts/grade/narrow/compared-service.ts';
import { findFault } from './src/faults/narrowing/index.ts';
let n = 0;
for (const name of shuffleNarrowedFaults(501)) {
  if (n >= 50) break;
  const fault: any = findFault(name);
  const r: any = await runOnOwnSandbox([] as any, { seed: 3, runs: 1, isFrozen: true, knows: true, concurrency: 1, explore: { requests: 1000 }, sandbox: { faults: [fault] } } as any);
  const drifts = r.findings.filter((f: any) => f.verdict === 'drifts');
  if (drifts.length === 0) continue;
  n += 1;
  const ce = drifts.find((f: any) => f.counterexample?.calls !== undefined);
  console.log(name, ce ? ['CE', ce.exchange.number, ce.counterexample.calls, ce.requests, ce.counterexample.confirmed.times, ce.counterexample.confirmed.shown].join(' ') : 'NONE ' + drifts.length, r.leftovers.length);
}
process.exit(0);
