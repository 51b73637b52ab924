import { runOnOwnSandbox } from '../src/cli/own-sandbox/run-on-own-sandbox.ts';
import { suite } from '../tests/suite.ts';
const ev: any[] = [];
const o = await (runOnOwnSandbox as any)(suite, {
  seed: 7,
  runs: 25,
  concurrency: 4,
  knows: true,
  onEvent: (e: any) => ev.push(e),
});
const by: Record<string, number> = {};
const ops: Record<string, number> = {};
const c: Record<string, number> = {};
const big: [number, string][] = [];
for (const f of o.findings) {
  const k = f.source + ' | ' + f.section;
  by[k] = (by[k] ?? 0) + f.requests;
  c[k] = (c[k] ?? 0) + 1;
  big.push([f.requests, f.source + ' ' + f.requirement + ': ' + f.sentence]);
}
for (const e of ev)
  if (e.type === 'exchanged') {
    const k = e.exchange.operation + ' ' + Math.floor(e.exchange.status / 100) + 'xx';
    ops[k] = (ops[k] ?? 0) + 1;
  }
console.log(o.requests, o.took);
for (const [k, v] of Object.entries(by).sort((a, b) => b[1] - a[1])) console.log(v, c[k], k);
console.log(ops);
for (const [n, s] of big.sort((a, b) => b[0] - a[0]).slice(0, 45)) console.log(n, s);
