/** Runs the command against services that fail: those that are unusable, and a correct one behind a failing gateway. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommandLine, type CommandResult } from '../src/cli/scenes/run-command-line.ts';
import { readLastReport } from '../src/cli/output/index.ts';
import { createRandom } from './random-traffic/random.ts';
import type { Report } from '../src/report/record/index.ts';
import { fieldKey, type RunningService, startForwarding } from './field/forwarding-server.ts';
import {
  startUnusable,
  startWithInvalidCertificate,
  unusableServices,
} from './field/unusable-services.ts';

const everything = ['--allow', 'read,write,publish,delete'];
/** Seconds a run may take beyond the slowness of the service. */
const maxSeconds = 30;

interface Run extends CommandResult {
  readonly seconds: number;
  readonly report: Report | undefined;
}

async function verify(url: string, options: readonly string[]): Promise<Run> {
  const folder = await mkdtemp(join(tmpdir(), 'bookdist-field-'));
  const started = performance.now();
  try {
    const environment = { key: fieldKey };
    const args = ['verify', url, '--out', folder, '--format', 'json', ...options];
    const result = await runCommandLine(args, { width: 200, environment });
    const seconds = (performance.now() - started) / 1000;
    return { ...result, seconds, report: await readLastReport(folder) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function judgeUnusable(name: string, start: () => Promise<RunningService>): Promise<boolean> {
  const service = await start();
  try {
    const { code, seconds, report } = await verify(service.url, everything);
    const drifts = report?.findings.map(({ requirement }) => requirement) ?? [];
    const slow = name.startsWith('30 s') ? 30 : 0;
    // A service that works for a while may be caught failing, which is a drift of that alone.
    const blamed = drifts.filter((id) => id !== 'errors.no-5xx');
    const passed = code !== 0 && blamed.length === 0 && seconds <= maxSeconds + slow;
    const requests = `${service.requests()} requests`.padEnd(15);
    console.log(
      `${passed ? 'ok  ' : 'FAIL'}  ${name.padEnd(28)} exit ${code}  ${seconds.toFixed(1).padStart(5)} s  ${requests}`,
    );
    console.log(`        ${report?.run.stoppedBecause ?? 'no reason'}`);
    if (drifts.length > 0) console.log(`        drifts: ${[...new Set(drifts)].join(', ')}`);
    return passed;
  } finally {
    await service.close();
  }
}

async function judgeAllUnusable(names: readonly string[]): Promise<boolean> {
  const tls = 'invalid TLS';
  const chosen = names.length > 0 ? names : [...Object.keys(unusableServices), tls];
  const results: boolean[] = [];
  for (const name of chosen) {
    const start = name === tls ? startWithInvalidCertificate : async () => startUnusable(name);
    results.push(await judgeUnusable(name, start));
  }
  return results.every(Boolean);
}

/** One call in this many fails. */
const failureRate = 15;
const failures = [502, 503, 504] as const;

/** Starts it. Storage fails as often, and throttles with 503. */
async function startFailingGateway(seed: number): Promise<RunningService> {
  const random = createRandom(seed);
  return startForwarding(async (request, response, { work }) => {
    const fails = random() < 1 / failureRate;
    const before = random() < 0.5;
    const status = failures[Math.floor(random() * failures.length)] ?? 502;
    const send = fails && before ? undefined : await work();
    if (!fails) return send?.();
    response.writeHead(request.method === 'PUT' ? 503 : status, { 'content-type': 'text/html' });
    response.end('<html>failed</html>');
  });
}

/** Judges a correct service whose gateway and storage fail one call in fifteen. */
async function judgeTransient(seeds: readonly number[]): Promise<boolean> {
  let passed = true;
  for (const seed of seeds) {
    const service = await startFailingGateway(seed);
    try {
      const options = [...everything, '--seed', String(seed)];
      const { code, seconds, report } = await verify(service.url, options);
      const drifts = [...new Set(report?.findings.map(({ requirement }) => requirement))];
      const blamed = drifts.filter((id) => id !== 'errors.no-5xx');
      const provable =
        report?.requirements.filter(({ level, provable: can }) => level === 'must' && can) ?? [];
      const total = provable.length;
      // The gateway's own failures are a drift that says so; everything else has to conform.
      const proven = provable.filter(
        ({ id, verdict }) => verdict === 'conforms' || id === 'errors.no-5xx',
      ).length;
      const share = total === 0 ? 0 : proven / total;
      const hasPassed = blamed.length === 0 && share >= 0.9;
      passed = passed && hasPassed;
      console.log(
        `${hasPassed ? 'ok  ' : 'FAIL'}  seed ${seed}  exit ${code}  ${seconds.toFixed(0)} s  ${report?.run.requests} requests  ${report?.run.repeated} sent again  proven ${proven} of ${total} provable  drifts: ${drifts.join(', ') || 'none'}`,
      );
      for (const finding of report?.findings ?? []) {
        if (finding.requirement === 'errors.no-5xx') continue;
        console.log(
          `        ${finding.requirement}: expected ${finding.expected}, got ${finding.actual}`,
        );
      }
      for (const row of report?.requirements ?? []) {
        if (row.verdict === 'errored' || (row.verdict === 'unproven' && row.provable))
          console.log(`        ${row.verdict} ${row.id}: ${row.reason}`);
      }
    } finally {
      await service.close();
    }
  }
  return passed;
}

/** Returns the seeds from 1 to a number, or those of a range such as `5-12`; 20 unless given. */
function parseSeeds(range = '20'): number[] {
  const [first = 1, last = first] = range.split('-').map(Number);
  const from = range.includes('-') ? first : 1;
  return Array.from({ length: last - from + 1 }, (_, index) => from + index);
}

const [part = '', ...rest] = process.argv.slice(2);
const results: boolean[] = [];
if (part !== 'transient') results.push(await judgeAllUnusable(part === 'unusable' ? rest : []));
if (part !== 'unusable') {
  results.push(await judgeTransient(parseSeeds(rest[0] === '--seeds' ? rest[1] : undefined)));
}
process.exitCode = results.every(Boolean) ? 0 : 1;
