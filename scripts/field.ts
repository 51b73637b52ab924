/** Verifies services that are unusable, and a correct service behind a gateway that fails now and then. */
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
/** The delay of the service does not count. */
const maxSeconds = 30;
/** A failing gateway is itself a drift; everything else must conform. */
const expectedDrift = 'errors.no-5xx';

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

function listDrifts(report: Report | undefined): readonly string[] {
  return [...new Set(report?.findings.map(({ requirement }) => requirement))];
}

async function verifyUnusable(
  name: string,
  start: () => Promise<RunningService>,
): Promise<boolean> {
  const service = await start();
  try {
    const { code, seconds, report } = await verify(service.url, everything);
    const drifts = listDrifts(report);
    const delay = name.startsWith('30 s') ? 30 : 0;
    const hasOtherDrift = drifts.some((id) => id !== expectedDrift);
    const passed = code !== 0 && !hasOtherDrift && seconds <= maxSeconds + delay;
    const requests = `${service.requests()} requests`.padEnd(15);
    console.log(
      `${passed ? 'ok  ' : 'FAIL'}  ${name.padEnd(28)} exit ${code}  ${seconds.toFixed(1).padStart(5)} s  ${requests}`,
    );
    console.log(`        ${report?.run.stoppedBecause ?? 'no reason'}`);
    if (drifts.length > 0) console.log(`        drifts: ${drifts.join(', ')}`);
    return passed;
  } finally {
    await service.close();
  }
}

async function verifyAllUnusable(names: readonly string[]): Promise<boolean> {
  const tls = 'invalid TLS';
  const chosen = names.length > 0 ? names : [...Object.keys(unusableServices), tls];
  const results: boolean[] = [];
  for (const name of chosen) {
    const start = name === tls ? startWithInvalidCertificate : async () => startUnusable(name);
    results.push(await verifyUnusable(name, start));
  }
  return results.every(Boolean);
}

/** One in this many calls fails. */
const failureInterval = 15;
const failures = [502, 503, 504] as const;

/** Some calls fail before the service does the work, and some after it. Storage fails as often, with 503. */
async function startFailingGateway(seed: number): Promise<RunningService> {
  const random = createRandom(seed);
  return startForwarding(async (request, response, { work }) => {
    const fails = random() < 1 / failureInterval;
    const failsBeforeWork = random() < 0.5;
    const status = failures[Math.floor(random() * failures.length)] ?? 502;
    const send = fails && failsBeforeWork ? undefined : await work();
    if (!fails) return send?.();
    response.writeHead(request.method === 'PUT' ? 503 : status, { 'content-type': 'text/html' });
    response.end('<html>failed</html>');
  });
}

/** Verifies a correct service whose gateway and storage fail one call in fifteen, once for each seed. */
async function verifyBehindGateway(seeds: readonly number[]): Promise<boolean> {
  let passed = true;
  for (const seed of seeds) {
    const service = await startFailingGateway(seed);
    try {
      const run = await verify(service.url, [...everything, '--seed', String(seed)]);
      passed = reportGatewayRun(seed, run) && passed;
    } finally {
      await service.close();
    }
  }
  return passed;
}

/** Prints the result of a run and returns true if nothing else drifts and nine tenths are proven. */
function reportGatewayRun(seed: number, { code, seconds, report }: Run): boolean {
  const { findings = [], requirements = [], run } = report ?? {};
  const provable = requirements.filter((row) => row.level === 'must' && row.provable);
  const proven = provable.filter(
    ({ id, verdict }) => verdict === 'conforms' || id === expectedDrift,
  ).length;
  const others = findings.filter(({ requirement }) => requirement !== expectedDrift);
  const passed = others.length === 0 && provable.length > 0 && proven >= 0.9 * provable.length;
  console.log(
    `${passed ? 'ok  ' : 'FAIL'}  seed ${seed}  exit ${code}  ${seconds.toFixed(0)} s  ${run?.requests} requests  ${run?.repeated} sent again  proven ${proven} of ${provable.length} provable  drifts: ${listDrifts(report).join(', ') || 'none'}`,
  );
  for (const { requirement, expected, actual } of others)
    console.log(`        ${requirement}: expected ${expected}, got ${actual}`);
  for (const row of requirements) {
    if (row.verdict === 'errored' || (row.verdict === 'unproven' && row.provable))
      console.log(`        ${row.verdict} ${row.id}: ${row.reason}`);
  }
  return passed;
}

/** Returns the seeds from 1 to a number (default: 20), or those of a range such as `5-12`. */
function parseSeeds(range = '20'): number[] {
  const [first = 1, last = first] = range.split('-').map(Number);
  const from = range.includes('-') ? first : 1;
  return Array.from({ length: last - from + 1 }, (_, index) => from + index);
}

const [part = '', ...rest] = process.argv.slice(2);
const results: boolean[] = [];
if (part !== 'transient') results.push(await verifyAllUnusable(part === 'unusable' ? rest : []));
if (part !== 'unusable') {
  results.push(await verifyBehindGateway(parseSeeds(rest[0] === '--seeds' ? rest[1] : undefined)));
}
process.exitCode = results.every(Boolean) ? 0 : 1;
