/** Packs the evidence of a run into a folder with checksums, and checks bundles by deriving their verdicts again. */
import { copyFile, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { createHash } from 'node:crypto';
import { version as toolVersion } from '../../generated/version.ts';
import { isObject } from '../../contract/json-pointer.ts';
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

/** The files that a bundle takes from the folder of a run. */
const runFiles = ['report.json', 'exchanges.har'] as const;

/** The files that a bundle takes from this package. */
const packageFiles = ['distribution.yaml', 'requirements.yaml'] as const;

/**
 * Packs report, exchanges, contract and ledger, with checksums and the verdicts derived from the exchanges.
 * @returns the exit code
 */
export async function writeBundle(run: string, out: string, shell: Shell): Promise<number> {
  await prepareFolder(out);
  if ((await readdir(out)).length > 0)
    throw new WrongUsage(`--out ${out} is not empty. Name a new folder for the bundle.`);
  for (const file of runFiles) await copyRunFile(join(run, file), join(out, file));
  for (const file of packageFiles)
    await copyRunFile(
      fileURLToPath(new URL(`../../../openapi/${file}`, import.meta.url)),
      join(out, file),
    );
  const derivedVerdicts = await deriveVerdicts(join(out, 'exchanges.har'));
  const versions = { format: bundleFormat, tool: toolVersion, contract: getContractFingerprint() };
  await writeRecord(join(out, 'verdicts.json'), { ...versions, ...derivedVerdicts });
  await writeText(join(out, checksumsFile), await listChecksums(out));
  shell.out(
    `${out}: ${summarizeVerdicts(derivedVerdicts)}\nCheck it with: bookdist report check ${out}\n`,
  );
  return 0;
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
  if (problems.length > 0) {
    shell.err(
      `${folder} was changed after it was packed.\n${problems.map((line) => `  ${line}\n`).join('')}`,
    );
    return 1;
  }
  const bundled = await readVerdicts(join(folder, 'verdicts.json'));
  if (bundled.contract !== getContractFingerprint())
    throw new CannotDo(
      `${folder} was packed with contract ${bundled.contract} by bookdist ${bundled.tool}, and this is contract ${getContractFingerprint()}. Check it with that version.`,
    );
  const derivedVerdicts = await deriveVerdicts(join(folder, 'exchanges.har'));
  const differences = compareVerdicts(bundled.verdicts, derivedVerdicts);
  if (differences.length > 0) {
    shell.err(
      `${folder} contains claims that its exchanges do not support.\n${differences.map((line) => `  ${line}\n`).join('')}`,
    );
    return 1;
  }
  const report = await readReport(join(folder, 'report.json'));
  const supportedFindings = report.findings.filter(({ fingerprint }) =>
    derivedVerdicts.drifts.includes(fingerprint),
  );
  shell.out(
    `${folder}: ${summarizeVerdicts(derivedVerdicts)} Derived again, all equal.\n` +
      `Of the ${report.findings.length} drifts in the report, ${supportedFindings.length} follow from the exchanges alone; the others depend on the expectations of a case.\n`,
  );
  return 0;
}

function summarizeVerdicts({ exchanges, verdicts, drifts }: DerivedVerdicts): string {
  return `${exchanges} exchanges, ${Object.keys(verdicts).length} verdicts, ${drifts.length} drifts.`;
}

function compareVerdicts(bundledVerdicts: unknown, derivedVerdicts: DerivedVerdicts): string[] {
  if (isDeepStrictEqual(bundledVerdicts, derivedVerdicts)) return [];
  const claims =
    isObject(bundledVerdicts) && isObject(bundledVerdicts['verdicts'])
      ? bundledVerdicts['verdicts']
      : {};
  const ids = [
    ...new Set([...Object.keys(claims), ...Object.keys(derivedVerdicts.verdicts)]),
  ].sort();
  const lines = ids.flatMap((id) => {
    const [claimedVerdict, derivedVerdict] = [
      claims[id] ?? 'unproven',
      derivedVerdicts.verdicts[id] ?? 'unproven',
    ];
    return claimedVerdict === derivedVerdict
      ? []
      : [
          `${id}: the bundle says ${JSON.stringify(claimedVerdict)}, the exchanges show ${derivedVerdict}.`,
        ];
  });
  return lines.length > 0 ? lines : ['The number of exchanges or the list of drifts differs.'];
}

interface VerdictsFile {
  readonly tool: string;
  readonly contract: string;
  readonly verdicts: unknown;
}

async function readVerdicts(file: string): Promise<VerdictsFile> {
  const value = await readJson(file);
  if (!isObject(value) || value['format'] !== bundleFormat)
    throw new CannotDo(`${file} does not have the format ${bundleFormat}.`);
  const { tool, contract, exchanges, verdicts, drifts } = value;
  return {
    tool: typeof tool === 'string' ? tool : '',
    contract: typeof contract === 'string' ? contract : '',
    verdicts: { exchanges, verdicts, drifts },
  };
}

async function readJson(file: string): Promise<unknown> {
  try {
    const value: unknown = JSON.parse(await readFile(file, 'utf8'));
    return value;
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

/** The file with the checksums of all other files. */
const checksumsFile = 'SHA256SUMS';

/** Returns a line with the checksum of each file, in alphabetical order. */
export async function listChecksums(folder: string): Promise<string> {
  const files = (await readdir(folder)).filter((file) => file !== checksumsFile).sort();
  const lines = await Promise.all(
    files.map(async (file) => `${await computeChecksum(join(folder, file))}  ${file}\n`),
  );
  return lines.join('');
}

/** Returns a sentence for each missing, changed or unlisted file of a folder. */
async function findChangedFiles(folder: string): Promise<string[]> {
  const checksums = await readFile(join(folder, checksumsFile), 'utf8');
  const [expected, actual] = [
    parseChecksums(checksums),
    parseChecksums(await listChecksums(folder)),
  ];
  const names = [...new Set([...expected.keys(), ...actual.keys()])].sort();
  const problems = names.flatMap((name) => {
    if (!actual.has(name)) return [`${name} is missing.`];
    if (!expected.has(name)) return [`${name} is not listed in ${checksumsFile}.`];
    return expected.get(name) === actual.get(name) ? [] : [`${name} has changed.`];
  });
  if (problems.length > 0 || checksums === (await listChecksums(folder))) return problems;
  return [`${checksumsFile} has changed.`];
}

function parseChecksums(text: string): Map<string, string> {
  const lines = text.split('\n').filter((line) => line !== '');
  return new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
}

async function computeChecksum(file: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
}

export interface DerivedVerdicts {
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
  for await (const { observed, recorded } of readInResponseOrder(sources, options)) {
    run.judge(observed, recorded);
    exchanges += 1;
  }
  const { judged, findings } = run.outcome();
  const decidedRequirements = judged.filter(
    ({ verdict }) => verdict !== 'unproven' && verdict !== 'errored',
  );
  return {
    exchanges,
    verdicts: Object.fromEntries(
      decidedRequirements
        .map(({ requirement, verdict }) => [requirement, verdict] as const)
        .sort(([id], [otherId]) => id.localeCompare(otherId)),
    ),
    drifts: [...new Set(findings.flatMap((finding) => findFingerprint(finding) ?? []))].sort(),
  };
}
