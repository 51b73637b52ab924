/** Packs the evidence of a run into a folder with checksums, and checks bundles by deriving their verdicts again. */
import { copyFile, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { createHash } from 'node:crypto';
import { version as toolVersion } from '../../generated/version.ts';
import { isObject } from '../../contract/json-pointer.ts';
import { currentRevision } from '../../contract/revision.ts';
import { getContractFingerprint } from '../../contract/spec.ts';
import { findFingerprint } from '../../report/record/index.ts';
import { createTrafficRun } from '../../traffic/index.ts';
import {
  createAccountLabels,
  createNotes,
  readInResponseOrder,
  readInSendingOrder,
  mergeBySentAt,
} from '../../traffic/recordings/index.ts';
import { readReport } from '../output/index.ts';
import {
  CannotDo,
  prepareFolder,
  type Shell,
  writeRecord,
  writeText,
  WrongUsage,
} from '../shell/index.ts';

const bundleFormat = 'bookdist-bundle/1';
const checksumsFile = 'SHA256SUMS';
const statementFile = 'statement.json';

const runFiles = ['report.json', 'exchanges.har'] as const;

const packageFiles = ['distribution.yaml', 'requirements.yaml'] as const;

/** Packs report, exchanges, contract and ledger, with checksums and the verdicts derived from the exchanges. */
export async function writeBundle(run: string, out: string, shell: Shell): Promise<void> {
  await prepareFolder(out);
  if ((await readdir(out)).length > 0)
    throw new WrongUsage(`--out ${out} is not empty. Name a new folder for the bundle.`);
  for (const file of runFiles) await copyRunFile(join(run, file), join(out, file));
  for (const file of packageFiles) await copyFile(join(currentRevision, file), join(out, file));
  const derived = await deriveVerdicts(join(out, 'exchanges.har'));
  const versions = { format: bundleFormat, tool: toolVersion, contract: getContractFingerprint() };
  await writeRecord(join(out, 'verdicts.json'), { ...versions, ...derived });
  const statement = createStatement(parseChecksums(await listChecksums(out)), derived.verdicts);
  await writeRecord(join(out, statementFile), statement);
  await writeText(join(out, checksumsFile), await listChecksums(out));
  shell.out(`${out}: ${summarizeVerdicts(derived)}\nCheck it with: bookdist report check ${out}\n`);
}

/**
 * Compares a bundle with its checksums, and derives its verdicts again.
 * @returns 0 if everything is equal, 1 if a file or a verdict differs
 * @throws CannotDo if the bundle was packed with another contract
 */
export async function checkBundle(folder: string, shell: Shell): Promise<number> {
  const problems = await findChangedFiles(folder).catch(() => {
    throw new WrongUsage(`${folder} is not a bundle: it has no ${checksumsFile}.`);
  });
  const fail = (sentence: string, lines: readonly string[]): number => {
    shell.err(`${[`${folder} ${sentence}.`, ...lines].join('\n  ')}\n`);
    return 1;
  };
  if (problems.length > 0) return fail('was changed after it was packed', problems);
  const bundled = await readVerdicts(join(folder, 'verdicts.json'));
  if (bundled.contract !== getContractFingerprint())
    throw new CannotDo(
      `${folder} was packed with contract ${bundled.contract} by bookdist ${bundled.tool}, and this is contract ${getContractFingerprint()}. Check it with that version.`,
    );
  const derived = await deriveVerdicts(join(folder, 'exchanges.har'));
  const differences = [
    ...compareVerdicts(bundled.verdicts, derived),
    ...(await checkStatement(folder, derived)),
  ];
  if (differences.length > 0)
    return fail('contains claims that its exchanges do not support', differences);
  const { findings } = await readReport(join(folder, 'report.json'));
  const supported = findings.filter(({ fingerprint }) => derived.drifts.includes(fingerprint));
  shell.out(
    `${folder}: ${summarizeVerdicts(derived)} Derived again, all equal.\n` +
      `Of the ${findings.length} drifts in the report, ${supported.length} follow from the exchanges alone; the others depend on the expectations of a case.\n`,
  );
  return 0;
}

async function checkStatement(folder: string, derived: DerivedVerdicts): Promise<string[]> {
  const checksums = parseChecksums(await listChecksums(folder));
  checksums.delete(statementFile);
  const statement = await readJson(join(folder, statementFile));
  if (isDeepStrictEqual(statement, createStatement(checksums, derived.verdicts))) return [];
  return [`${statementFile} does not describe the files and verdicts of the bundle.`];
}

function summarizeVerdicts({ exchanges, verdicts, drifts }: DerivedVerdicts): string {
  return `${exchanges} exchanges, ${Object.keys(verdicts).length} verdicts, ${drifts.length} drifts.`;
}

function compareVerdicts(bundled: unknown, derived: DerivedVerdicts): string[] {
  if (isDeepStrictEqual(bundled, derived)) return [];
  const claims = isObject(bundled) && isObject(bundled['verdicts']) ? bundled['verdicts'] : {};
  const ids = new Set([...Object.keys(claims), ...Object.keys(derived.verdicts)]);
  const lines = [...ids].sort().flatMap((id) => {
    const [claim, verdict] = [claims[id] ?? 'unproven', derived.verdicts[id] ?? 'unproven'];
    if (claim === verdict) return [];
    return [`${id}: the bundle says ${JSON.stringify(claim)}, the exchanges show ${verdict}.`];
  });
  return lines.length > 0 ? lines : ['The number of exchanges or the list of drifts differs.'];
}

async function readVerdicts(file: string) {
  const value = await readJson(file);
  const { format, tool, contract, exchanges, verdicts, drifts } = isObject(value) ? value : {};
  if (format !== bundleFormat || typeof tool !== 'string' || typeof contract !== 'string')
    throw new CannotDo(`${file} does not have the format ${bundleFormat}.`);
  return { tool, contract, verdicts: { exchanges, verdicts, drifts } };
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    throw new WrongUsage(`${file} cannot be read as JSON.`);
  }
}

async function copyRunFile(from: string, to: string): Promise<void> {
  try {
    await copyFile(from, to);
  } catch {
    throw new WrongUsage(
      `${from} cannot be read. A run of verify writes report.json and exchanges.har.`,
    );
  }
}

/** Returns a line with the checksum of each file, in alphabetical order. */
export async function listChecksums(folder: string): Promise<string> {
  const files = (await readdir(folder)).filter((file) => file !== checksumsFile).sort();
  const lines = await Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(join(folder, file));
      return `${createHash('sha256').update(bytes).digest('hex')}  ${file}\n`;
    }),
  );
  return lines.join('');
}

async function findChangedFiles(folder: string): Promise<string[]> {
  const checksums = await readFile(join(folder, checksumsFile), 'utf8');
  const current = await listChecksums(folder);
  const [expected, actual] = [parseChecksums(checksums), parseChecksums(current)];
  const names = [...new Set([...expected.keys(), ...actual.keys()])].sort();
  const problems = names.flatMap((name) => {
    if (!actual.has(name)) return [`${name} is missing.`];
    if (!expected.has(name)) return [`${name} is not listed in ${checksumsFile}.`];
    return expected.get(name) === actual.get(name) ? [] : [`${name} has changed.`];
  });
  if (problems.length > 0 || checksums === current) return problems;
  return [`${checksumsFile} has changed.`];
}

function parseChecksums(text: string): Map<string, string> {
  const lines = text.split('\n').filter((line) => line !== '');
  return new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
}

interface DerivedVerdicts {
  readonly exchanges: number;
  /** The verdict of each requirement that the exchanges prove or contradict, by id. */
  readonly verdicts: Readonly<Record<string, string>>;
  readonly drifts: readonly string[];
}

/** Derives verdicts from the exchanges of a HAR file alone. Deterministic. */
async function deriveVerdicts(file: string): Promise<DerivedVerdicts> {
  const run = createTrafficRun(undefined);
  const sources = mergeBySentAt([readInSendingOrder(file, createNotes())]);
  const options = { service: undefined, labels: createAccountLabels(), complete: true };
  let exchanges = 0;
  for await (const exchange of readInResponseOrder(sources, options)) {
    run.judge(exchange);
    exchanges += 1;
  }
  const { judged, findings } = run.outcome();
  const verdicts = judged
    .filter(({ verdict }) => verdict !== 'unproven' && verdict !== 'errored')
    .map(({ requirement, verdict }) => [requirement, verdict] as const)
    .sort(([a], [b]) => a.localeCompare(b));
  return {
    exchanges,
    verdicts: Object.fromEntries(verdicts),
    drifts: [...new Set(findings.flatMap((finding) => findFingerprint(finding) ?? []))].sort(),
  };
}

/** The files that decide what is right: the contract and the ledger. */
const configurationFiles = ['distribution.yaml', 'requirements.yaml'];

/**
 * Returns a statement of type `test-result` (in-toto.io), whose subjects are the files of the bundle.
 * @param checksums the SHA-256 of each file in hexadecimal digits, by name
 * @param verdicts the verdict of each requirement, by id
 */
function createStatement(
  checksums: ReadonlyMap<string, string>,
  verdicts: Readonly<Record<string, string>>,
) {
  const files = [...checksums].map(([name, sha256]) => ({ name, digest: { sha256 } }));
  const select = (wanted: string): string[] =>
    Object.entries(verdicts).flatMap(([id, verdict]) => (verdict === wanted ? [id] : []));
  const failedTests = select('drifts');
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: files.filter(({ name }) => !configurationFiles.includes(name)),
    predicateType: 'https://in-toto.io/attestation/test-result/v0.1',
    predicate: {
      result: failedTests.length > 0 ? 'FAILED' : 'PASSED',
      configuration: files.filter(({ name }) => configurationFiles.includes(name)),
      passedTests: select('conforms'),
      failedTests,
    },
  };
}
