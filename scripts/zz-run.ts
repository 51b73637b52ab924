import { runOnOwnSandbox } from '../src/cli/own-sandbox/run-on-own-sandbox.ts';
import { faults } from '../src/faults/index.ts';
import { suite } from '../tests/suite.ts';
const [name, depth] = process.argv.slice(2);
const t0 = process.cpuUsage();
const o = await (runOnOwnSandbox as any)(suite, {
  seed: 7,
  runs: 25,
  depth: depth ?? 'usual',
  sandbox: { faults: name && name !== '-' ? faults.filter((f: any) => f.name === name) : [] },
  knows: true,
});
const cpu = process.cpuUsage(t0);
const v: Record<string, number> = {};
for (const j of o.judged) v[j.verdict] = (v[j.verdict] ?? 0) + 1;
console.log(
  o.requests,
  'requests',
  Math.round((cpu.user + cpu.system) / 1000),
  'ms cpu',
  JSON.stringify(v),
);
for (const f of o.findings)
  if (f.verdict === 'drifts' || f.verdict === 'errored')
    console.log(
      f.verdict,
      f.source,
      f.requirement,
      '|',
      f.sentence,
      '|',
      f.difference?.expected,
      '=>',
      f.difference?.actual,
      f.difference?.pointer ?? '',
      f.reason ?? '',
      '@',
      f.exchange?.number,
      f.exchange?.request.method,
      f.exchange?.request.path,
      f.exchange?.status,
    );
for (const j of o.judged)
  if (j.verdict === 'unproven') console.log('unproven', j.requirement, j.reason);
