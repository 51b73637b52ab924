/** Plays the faults of services that others wrote, and writes the track record: `npm run track-record -- --help`. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { startVersion } from '../src/cli/bisect/start-version.ts';
import { isObject } from '../src/contract/json-pointer.ts';
import { parseCount, parseSeed } from '../src/cli/options.ts';
import { createProcessShell } from '../src/cli/shell/index.ts';
import { verifyForReport } from '../src/cli/verify/index.ts';
import { findSurprisingAnswers, type Report } from '../src/report/record/index.ts';
import type { PlayedFault, PlayedVariant, ServiceRecord } from './track-record/service-record.ts';
import { writeTrackRecord } from './track-record/track-record-page.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const recordFile = join(root, 'docs/track-record.json');
const shell = createProcessShell();

const helpText = `
The folder of a service has service.json with its name, language and author, faults.txt and variants.txt with a name in
each line, and a program "start". It reads PORT, FAULT and VARIANT, serves on 127.0.0.1, and accepts the keys of
service.json, by default key-one and key-two.

The result replaces the record of this service in docs/track-record.json, where you can add to a fault that was not
found "why". Then docs/track-record.md is written again.

Examples
  npm run track-record -- ../shelf
  npm run track-record -- ../shelf --sample 15 --requests 1500
  npm run track-record                                        writes only the page
`;

interface Flags {
  readonly seed: number;
  readonly port: number;
  readonly sample?: number;
  readonly requests: number;
}

const program = new Command('npm run track-record --')
  .description('Plays a service that others wrote with each of its faults and variants.')
  .argument('[folder]', 'the folder of the service; without it, only the page is written')
  .option('--seed <n>', 'the seed of every run', parseSeed, 7)
  .option('--port <n>', 'where the service is started', parseCount, 21_000)
  .option('--sample <n>', 'only about this many faults and variants, evenly spread', parseCount)
  .option(
    '--requests <n>',
    'end a run with a fault that nothing showed after so many',
    parseCount,
    20_000,
  )
  .addHelpText('after', helpText)
  .parse();
const values = program.opts<Flags>();
const [folder] = program.args;
if (folder !== undefined) await playService(resolve(folder));
writeFileSync(join(root, 'docs/track-record.md'), writeTrackRecord(readRecords()));

function readRecords(): readonly ServiceRecord[] {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- only this command writes the file
  return JSON.parse(readFileSync(recordFile, 'utf8')) as readonly ServiceRecord[];
}

/** Replaces the record of one service. Each fault and each variant has a line. */
function writeServiceRecord(record: ServiceRecord): void {
  const all = [...readRecords().filter(({ name }) => name !== record.name), record];
  const sorted = all.toSorted((a, b) => a.name.localeCompare(b.name));
  const text = JSON.stringify(sorted, null, 2).replaceAll(/^ {6}\{$[^]*?^ {6}\}/gm, (entry) =>
    entry.replaceAll(/\n */g, ' '),
  );
  writeFileSync(recordFile, `${text}\n`);
}

/** Plays the service as it is, with each fault, and with each variant. The record is written after each, so that an interruption loses nothing. */
async function playService(service: string): Promise<void> {
  const { keys, ...about } = readAbout(join(service, 'service.json'));
  const commit = execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], { cwd: root });
  const facts = {
    ...about,
    date: new Date().toISOString().slice(0, 10),
    commit: commit.toString().trim(),
    seed: values.seed,
    requests: values.requests,
    known: {
      faults: readLines(service, 'faults.txt').length,
      // The service as it is counts as one more.
      variants: readLines(service, 'variants.txt').length + 1,
    },
  };
  // Read before the first write, which replaces the record.
  const known = readRecords().find(({ name }) => name === about.name)?.faults ?? [];
  const faults: PlayedFault[] = [];
  const started = { folder: service, keys };
  const unchanged = await play(started, {});
  const variants: PlayedVariant[] = [{ name: 'none of them', drifts: listDrifts(unchanged) }];
  const untilDrift = ['--bail', '--max-requests', String(values.requests)];
  for (const name of readNames(service, 'faults.txt')) {
    const report = await play(started, { FAULT: name }, untilDrift);
    const fault = describeFault(name, report, unchanged);
    const why = fault.first === undefined && known.find((old) => old.name === name)?.why;
    faults.push({ ...fault, ...(why && { why }) });
    writeServiceRecord({ ...facts, faults, variants });
  }
  for (const name of readNames(service, 'variants.txt')) {
    const report = await play(started, { VARIANT: name });
    variants.push({ name, drifts: listDrifts(report) });
    writeServiceRecord({ ...facts, faults, variants });
  }
}

function readAbout(file: string) {
  const about: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const { keys = ['key-one', 'key-two'], ...texts } = isObject(about) ? about : {};
  const read = (name: string): string => {
    const text = texts[name];
    if (typeof text === 'string') return text;
    throw new Error(`${file} has no text "${name}".`);
  };
  const [name, language, author] = [read('name'), read('language'), read('author')];
  return { name, language, author, keys: Array.isArray(keys) ? keys.map(String) : [] };
}

function readLines(service: string, file: string): string[] {
  return readFileSync(join(service, file), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '');
}

/** Returns the names to play: all, or every n-th for a sample. */
function readNames(service: string, file: string): string[] {
  const names = readLines(service, file);
  const step = values.sample === undefined ? 1 : Math.max(1, names.length / values.sample);
  return names.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
}

interface StartedService {
  readonly folder: string;
  readonly keys: readonly string[];
}

/** Starts the service with a fault or variant, and runs the suite against it. */
async function play(
  { folder: service, keys }: StartedService,
  variables: Readonly<Record<string, string>>,
  limits: readonly string[] = [],
): Promise<Report> {
  const address = new URL(`http://127.0.0.1:${values.port}`);
  const settings = Object.entries({ PORT: String(values.port), ...variables });
  const start = `${settings.map(([name, text]) => `${name}='${text}'`).join(' ')} exec '${service}/start'`;
  const { signal } = new AbortController();
  const end = await startVersion({ address, start, stop: undefined, wait: 30_000, signal });
  const out = await mkdtemp(join(tmpdir(), 'bookdist-track-record-'));
  const [key, secondKey] = keys;
  const environment = { ...shell.environment, key, secondKey, ci: false };
  const consent = ['--allow', 'read,write,publish,delete'];
  const options = [...consent, '--seed', String(values.seed), ...limits];
  const files = ['--out', out, '--format', 'json'];
  try {
    return await verifyForReport([address.href, ...options, ...files], { ...shell, environment });
  } finally {
    await rm(out, { recursive: true, force: true });
    await end();
  }
}

function listDrifts({ requirements }: Report): string[] {
  return requirements
    .filter(({ verdict, level }) => verdict === 'drifts' && level === 'must')
    .map(({ id }) => id);
}

function listSurprises({ silences }: Report): string[] {
  return findSurprisingAnswers(silences).map(({ silence, answer }) => `${silence} (${answer})`);
}

/** @param unchanged the service without a fault, whose drifts and surprising answers do not count */
function describeFault(name: string, report: Report, unchanged: Report): PlayedFault {
  const drifts = listDrifts(unchanged);
  const [first] = report.findings
    .filter(({ level, requirement }) => level !== 'should' && !drifts.includes(requirement))
    .toSorted((a, b) => a.firstAtRequest - b.firstAtRequest);
  if (first === undefined) {
    const usual = listSurprises(unchanged);
    const surprising = listSurprises(report).filter((answer) => !usual.includes(answer));
    return { name, ...(surprising.length === 0 ? {} : { surprising }) };
  }
  return { name, first: { requirement: first.requirement, atRequest: first.firstAtRequest } };
}
