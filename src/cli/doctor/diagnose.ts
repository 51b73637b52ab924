/** Runs the checks of `bookdist doctor` in order, and stops if the rest cannot be checked. */
import { version as toolVersion } from '../../generated/version.ts';
import { createRedactor } from '../../report/redact.ts';
import { requirement, type RequirementId, statedIds } from '../../contract/requirements.ts';
import type { Consent } from '../../harness/evidence/index.ts';
import { consents } from '../../harness/wire/index.ts';
import { estimateRequests, planRun, listReachable } from '../../harness/plan/index.ts';
import type { Section } from '../../harness/suite/index.ts';
import type { ConnectionFlags } from '../options.ts';
import { programName, type Shell, WrongUsage } from '../shell/index.ts';
import {
  type Connection,
  readConnection,
  openTarget,
  defaultRate,
  parseTargetAddress,
  describeDuration,
} from '../target/index.ts';
import {
  checkAddress,
  checkCertificate,
  checkName,
  type Diagnosis,
  formatDiagnosis,
  checkService,
} from './checks.ts';

type DoctorFlags = ConnectionFlags & { readonly rate?: number };

/**
 * Checks and prints the preconditions of a run.
 * @returns 0 if a run can start, 3 if not
 */
export async function diagnose(
  argument: string | undefined,
  flags: DoctorFlags,
  shell: Shell,
): Promise<number> {
  const { environment } = shell;
  const serviceAddress = argument ?? environment.url;
  if (serviceAddress === undefined) {
    throw new WrongUsage(
      'Name a service: bookdist doctor https://staging.example.com, or set DISTRIBUTION_URL. (bookdist verify without an address tests our own sandbox and needs no doctor.)',
    );
  }
  const address = parseTargetAddress(serviceAddress);
  const connection = readConnection(flags, environment);
  const redactor = createRedactor([environment.key, ...connection.secrets]);
  const report = (diagnosis: Diagnosis): boolean => {
    shell.out(redactor.text(formatDiagnosis(diagnosis)));
    return diagnosis.state !== 'fail';
  };
  const message = `${toolVersion} on Node ${process.version}`;
  report({ subject: 'bookdist', state: 'ok', message });
  const preconditions = await checkPreconditions({ address, connection, shell, report });
  if (!preconditions.canStart) return 3;
  const { suite } = await import('../../../tests/suite.ts');
  const rate = flags.rate ?? defaultRate(address);
  const { secondKey } = environment;
  const table = renderConsentTable(suite, { rate, secondKey, isEmpty: preconditions.isEmpty });
  shell.out(`\nWhat a run can prove\n${table}${describeLossWithoutSecondKey(suite, secondKey)}\n`);
  const target = environment.target?.words.join(' ') ?? serviceAddress;
  shell.out(`A run can start: ${programName(environment)} verify ${target}\n`);
  return 0;
}

interface CheckContext {
  readonly address: string;
  readonly connection: Connection;
  readonly shell: Shell;
  /** Prints a diagnosis; returns false for a failure. */
  readonly report: (diagnosis: Diagnosis) => boolean;
}

const missingKey: Diagnosis = {
  subject: 'key',
  state: 'fail',
  message: 'DISTRIBUTION_API_KEY is not set',
  advice: 'Set it to the key of the service, or let bookdist.yaml name another variable.',
};

async function checkPreconditions(context: CheckContext) {
  const { address, connection, shell, report } = context;
  const { key, secondKey, keyNames } = shell.environment;
  const usesProxy = isProxyUsed(address, connection);
  report(checkAddress(address));
  if (!report(await checkName(address, usesProxy))) return { canStart: false };
  if (!report(await checkCertificate(address, connection, usesProxy))) return { canStart: false };
  if (key === undefined) return { canStart: report(missingKey) };
  const target = await openTarget({ kind: 'service', address, key, connection });
  try {
    await target.waitUntilReady(shell, new AbortController().signal);
    const network = target.network ?? fetch;
    const access = { address, key, secondKey, keyNames, network };
    const { diagnoses, isEmpty } = await checkService(access);
    return { canStart: diagnoses.map(report).every(Boolean), isEmpty };
  } finally {
    await target.close();
  }
}

function isProxyUsed(address: string, { proxy }: Connection): boolean {
  const { protocol, hostname } = new URL(address);
  const route = protocol === 'https:' ? proxy.https : proxy.http;
  const exempt = proxy.none.split(',').some((host) => host === '*' || host.trim() === hostname);
  return route !== undefined && !exempt;
}

const consentSteps: readonly { readonly consent: Consent; readonly description: string }[] = [
  { consent: 'read', description: 'only reads' },
  { consent: 'write', description: 'creates and changes drafts, and removes them' },
  { consent: 'publish', description: 'publishes its own books: they may reach shops' },
  { consent: 'delete', description: 'tests deleting, with its own books' },
];

export interface PlannedRun {
  /** Requests a second; undefined without a limit. */
  readonly rate: number | undefined;
  readonly secondKey: string | undefined;
  /** True if the account has no books to read. */
  readonly isEmpty?: boolean | undefined;
}

/** Returns a line for each step of consent; each step adds one consent to the step before. */
export function renderConsentTable(suite: readonly Section[], planned: PlannedRun): string {
  const { rate, secondKey, isEmpty = false } = planned;
  const isMust = (id: RequirementId): boolean => requirement(id).level === 'must';
  const total = statedIds.filter(isMust).length;
  const allow = new Set<Consent>();
  const plan = planRun(suite, { seed: 1, only: undefined });
  const rows = consentSteps.map(({ consent, description }) => {
    allow.add(consent);
    const permission = { allow, reach: 'behaviour', secondKey } as const;
    const provable = listReachable(plan, permission).filter(isMust);
    const option = `--allow ${[...allow].join(',')}`;
    const time = describeDuration(estimateRequests(plan, permission), rate);
    const proof = `up to ${String(provable.length).padStart(3)} of ${total}`;
    const amount = isEmpty && allow.size === 1 ? 'little'.padEnd(proof.length) : proof;
    return `  ${option.padEnd(36)} ${amount}   ${time.padEnd(42)} ${description}\n`;
  });
  return rows.join('');
}

/** Returns a line about the requirements that only a second key lets a run prove; empty with a second key. */
function describeLossWithoutSecondKey(suite: readonly Section[], secondKey?: string): string {
  if (secondKey !== undefined) return '';
  const plan = planRun(suite, { seed: 1, only: undefined });
  const everything = { allow: new Set(consents), reach: 'behaviour' } as const;
  const provable = new Set(listReachable(plan, { ...everything, secondKey: undefined }));
  const lost = listReachable(plan, { ...everything, secondKey: 'any' }).filter(
    (id) => !provable.has(id),
  );
  if (lost.length === 0) return '';
  return `  Only with a second key: ${lost.join(', ')}\n`;
}
