/** Checks that reports are the shards of one run, each present once; otherwise says why not. */
import { readableFormats, type Report, reportFormat } from '../record/index.ts';

/** Reports that cannot be one. */
export class NotMergeable extends Error {
  override readonly name = 'NotMergeable';
}

/** Parses a file as a report, or says why it is not one. */
export function reportIn(file: string, value: unknown): Report {
  if (isReport(value)) return value;
  throw new NotMergeable(`${file} is not a report of bookdist (${reportFormat}).`);
}

function isReport(value: unknown): value is Report {
  if (typeof value !== 'object' || value === null) return false;
  const lists = ['requirements', 'silences', 'findings', 'operations', 'leftovers'];
  return (
    readableFormats.includes(String(Reflect.get(value, 'format'))) &&
    lists.every((name) => Array.isArray(Reflect.get(value, name))) &&
    ['run', 'target', 'contract', 'summary', 'tool'].every(
      (name) => typeof Reflect.get(value, name) === 'object' && Reflect.get(value, name) !== null,
    )
  );
}

/**
 * Returns the first shard.
 * @throws NotMergeable naming what differs, is missing or is duplicated
 */
export function assertShardsOfOneRun(reports: readonly Report[]): Report {
  const sorted = reports.toSorted((a, b) => indexOf(a) - indexOf(b));
  const [first] = sorted;
  if (first === undefined) throw new NotMergeable('There is no report to join.');
  const { of = 0 } = first.run.shard ?? {};
  if (of === 0)
    throw new NotMergeable('These reports are no shards: verify --shard 1/2 makes one.');
  for (const report of sorted) assertAlike(first, report);
  for (let index = 1; index <= of; index += 1) {
    const found = sorted.filter((report) => indexOf(report) === index).length;
    if (found === 0) throw new NotMergeable(`Shard ${index}/${of} is missing.`);
    if (found > 1) throw new NotMergeable(`Shard ${index}/${of} is there ${found} times.`);
  }
  return first;
}

function indexOf({ run }: Report): number {
  return run.shard?.index ?? 0;
}

/** The settings that decide which requests are sent, and where. */
function assertAlike(one: Report, other: Report): void {
  const facts: readonly (readonly [string, (report: Report) => unknown])[] = [
    ['the number of shards', ({ run }) => run.shard?.of],
    ['the seed (give --seed)', ({ run }) => run.seed],
    ['the contract', ({ contract }) => contract.sha256],
    ['the version of bookdist', ({ tool }) => tool.version],
    ['--allow', ({ run }) => run.allow.join(',')],
    ['--reach', ({ run }) => run.reach],
    ['--depth', ({ run }) => run.depth],
    ['--only', ({ run }) => run.only],
    ['--as-of', ({ run }) => run.asOf],
    // Each shard has a sandbox of its own, on a port of its own.
    ['the target', ({ target }) => (target.kind === 'service' ? target.address : target.kind)],
    ['the faults', ({ target }) => target.faults.join(',')],
  ];
  for (const [name, of] of facts) {
    if (of(one) === of(other)) continue;
    const shard = `${other.run.shard?.index}/${other.run.shard?.of}`;
    throw new NotMergeable(`These are shards of different runs: ${name} differs in ${shard}.`);
  }
}
