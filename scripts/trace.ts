/** Follows every id of the ledger to the contract, checks, faults and sandbox, and names what is missing. */
import { readContract } from '../src/contract/spec.ts';
import { findNearest } from '../src/contract/nearest.ts';
import { collectClaims } from './trace/claims.ts';
import { readLedger } from './trace/ledger.ts';
import { traceKinds, traceLedger, type TraceKind, type Trace } from './trace/missing.ts';
import { writePage, type Sources } from './trace/page.ts';
import { findPlaces } from './trace/places.ts';

const usage = `Usage: npm run trace [-- --page]

Follows every id of the ledger to the contract, its checks, its faults and the sandbox, and names
each place where one is missing.

  --page  prints docs/requirements.md (npm run generate writes it)
`;

function formatTable(trace: Trace): string {
  const rows = traceKinds.map((kind) => {
    const { neededCount, missing } = trace.kinds[kind];
    const cells = [neededCount, neededCount - missing.length, missing.length];
    return kind.padEnd(14) + cells.map((cell) => String(cell).padStart(9)).join('');
  });
  const headings = ['needed', 'found', 'missing'].map((head) => head.padStart(9));
  return [`${' '.repeat(14)}${headings.join('')}`, ...rows, ''].join('\n');
}

/** For each kind, what an id lacks, and what to add where. */
const advice: Readonly<Record<TraceKind, (id: string) => string>> = {
  places: (id) =>
    `has no place in the contract. Add it under x-requirements in openapi/distribution.yaml, at the operation, response or property that it is about${orReason('unplaced', id)}`,
  checks: (id) =>
    id.startsWith('caller.')
      ? `has no rule. Add one to src/traffic/caller-rules, name it in rules of caller-judge.ts, and add a program that breaks it to tests/support/traffic/faulty-callers.ts${orReason('untested', id)}`
      : `has no check. If one response decides, name it in src/monitor (a refusal: expect-*.ts in src/monitor/operations). Otherwise add a check to a file in tests/contract or tests/property, and a new file to tests/suite.ts${orReason('untested', id)}`,
  faults: (id) =>
    `has no fault. Let the sandbox follow it first (a refusal: src/sandbox/concerns), then add a fault with breaks: ['${id}'] to a file in src/faults${orReason('unseeded', id)}`,
  observations: (id) =>
    `is never observed. Add an observation to a file in tests/contract or tests/property${orReason('untested', id)}`,
  readings: (id) =>
    `cannot be set in the sandbox. Use its reading in src/sandbox${orReason('unseeded', id)}`,
};

function orReason(key: string, id: string): string {
  return `, or give the reason as \`${key}\` under ${id} in openapi/requirements.yaml.`;
}

/** Returns a message for each id that lacks something, at most ten for each kind. */
function describeMissing({ kinds }: Trace): string[] {
  return traceKinds.flatMap((kind) => {
    const { missing } = kinds[kind];
    const messages = missing.slice(0, 10).map((id) => `${id} ${advice[kind](id)}`);
    const hiddenCount = missing.length - messages.length;
    return hiddenCount > 0 ? [...messages, `${hiddenCount} more have the same problem.`] : messages;
  });
}

function describeProblems(trace: Trace, ids: readonly string[]): string[] {
  return [
    ...trace.unknown.map(({ id, where }) => {
      const suggestion = findNearest(id, ids);
      const hint =
        suggestion === undefined
          ? 'Add it to openapi/requirements.yaml.'
          : `Did you mean ${suggestion}?`;
      return `${id} (${where}) is not in the ledger. ${hint}`;
    }),
    ...trace.shapeless.map(
      (id) =>
        `${id} is marked \`shape\`, but no response in openapi/distribution.yaml lists it. Add it under x-requirements of a response, or write a check and remove \`shape\`.`,
    ),
  ];
}

/** Prints the page, or the table and what is missing. Returns the exit code. */
async function run(options: readonly string[]): Promise<number> {
  const ledger = await readLedger();
  const sources: Sources = {
    ledger,
    places: findPlaces(readContract().document),
    claims: collectClaims(),
  };
  if (options.includes('--page')) {
    process.stdout.write(writePage(sources));
    return 0;
  }
  const trace = traceLedger(ledger, sources.places, sources.claims);
  process.stdout.write(formatTable(trace));
  const problems = [...describeProblems(trace, Object.keys(ledger)), ...describeMissing(trace)];
  process.stderr.write(problems.map((line) => `${line}\n`).join(''));
  return problems.length > 0 ? 1 : 0;
}

const options = process.argv.slice(2);
if (options.includes('--help')) process.stdout.write(usage);
else {
  try {
    process.exitCode = await run(options);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
