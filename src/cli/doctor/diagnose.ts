/** Runs the checks of `bookdist doctor` in order, and stops if the rest cannot be checked. */
import { version as toolVersion } from '../../generated/version.ts';
import type { KeyNames } from '../../contract/key-names.ts';
import { createRedactor } from '../../report/redact/index.ts';
import { requirement, statedIds } from '../../contract/requirements.ts';
import type { Consent } from '../../harness/evidence/index.ts';
import { estimateRequests, planRun, listReachable } from '../../harness/plan/index.ts';
import type { Section } from '../../harness/suite/index.ts';
import type { ConnectionFlags } from '../options/index.ts';
import { programName, type Shell, WrongUsage } from '../shell/index.ts';
import {
  type Connection,
  connectionFrom,
  openTarget,
  rateFor,
  targetAddress,
  describeDuration,
} from '../target/index.ts';
import {
  checkAddress,
  checkCertificate,
  checkName,
  type Diagnosis,
  diagnosisLines,
  checkService,
} from './checks.ts';

export interface Patient {
  readonly flags: ConnectionFlags & { readonly rate?: number };
  readonly shell: Shell;
  readonly what: string | undefined;
}

/**
 * Prints what a run needs and whether it is there.
 * @returns 0 if a run can start, 3 if not
 */
export async function diagnose(
  written: string | undefined,
  { flags, shell, what }: Patient,
): Promise<number> {
  const { environment } = shell;
  const given = written ?? environment.url;
  if (given === undefined) {
    throw new WrongUsage(
      'Name a service: bookdist doctor https://staging.example.com, or set DISTRIBUTION_URL. (bookdist verify without an address tests our own sandbox and needs no doctor.)',
    );
  }
  const address = targetAddress(given);
  const connection = connectionFrom(flags, environment);
  const { key, keyNames } = environment;
  const masked = createRedactor([key, ...connection.secrets]);
  const show = (one: Diagnosis): void => shell.out(masked.text(diagnosisLines(one)));
  show({ about: 'bookdist', state: 'ok', says: `${toolVersion} on Node ${process.version}` });
  const passed = await checkAll({ address, key, keyNames, connection, shell, show });
  if (!passed) return 3;
  const { suite } = await import('../../../tests/suite.ts');
  const rate = flags.rate ?? rateFor(address);
  const table = consentTable(suite, { rate, secondKey: environment.secondKey });
  shell.out(`\nWhat a run can prove\n${table}\n`);
  shell.out(`A run can start: ${programName(shell.environment)} verify ${what ?? given}\n`);
  return 0;
}

interface Examination {
  readonly address: string;
  readonly key: string | undefined;
  readonly keyNames: KeyNames | undefined;
  readonly connection: Connection;
  readonly shell: Shell;
  readonly show: (one: Diagnosis) => void;
}

async function checkAll({
  address,
  key,
  keyNames,
  connection,
  shell,
  show,
}: Examination): Promise<boolean> {
  const proxied = isProxied(address, connection);
  const shown = (one: Diagnosis): boolean => {
    show(one);
    return one.state !== 'fail';
  };
  shown(checkAddress(address));
  if (!shown(await checkName(address, proxied))) return false;
  if (!shown(await checkCertificate(address, connection, proxied))) return false;
  if (key === undefined) {
    const says = 'DISTRIBUTION_API_KEY is not set';
    const advice = 'Set it to the key of the service, or let bookdist.yaml name another variable.';
    return shown({ about: 'key', state: 'fail', says, advice });
  }
  const target = await openTarget({ kind: 'service', address, key, connection, named: undefined });
  try {
    await target.answering(shell, new AbortController().signal);
    const found = await checkService({ address, key, keyNames, network: target.network ?? fetch });
    return found.map(shown).every(Boolean);
  } finally {
    await target.close();
  }
}

function isProxied(address: string, { proxy }: Connection): boolean {
  const { protocol, hostname } = new URL(address);
  const route = protocol === 'https:' ? proxy.https : proxy.http;
  const exempt = proxy.none.split(',').some((host) => host === '*' || host.trim() === hostname);
  return route !== undefined && !exempt;
}

const steps: readonly { readonly adds: Consent; readonly means: string }[] = [
  { adds: 'read', means: 'only reads' },
  { adds: 'write', means: 'creates and changes drafts, and removes them' },
  { adds: 'publish', means: 'publishes its own books: they may reach shops' },
  { adds: 'delete', means: 'tests deleting, with its own books' },
];

export interface PlannedRun {
  /** Requests a second; undefined without a limit. */
  readonly rate: number | undefined;
  readonly secondKey: string | undefined;
}

/** Returns one line for each consent added to those before it. */
export function consentTable(suite: readonly Section[], { rate, secondKey }: PlannedRun): string {
  const total = statedIds.filter((id) => requirement(id).level === 'must').length;
  const allow = new Set<Consent>();
  const plan = planRun(suite, { seed: 1, only: undefined });
  const rows = steps.map(({ adds, means }) => {
    allow.add(adds);
    const permission = { allow, reach: 'behaviour', secondKey } as const;
    const proves = listReachable(plan, permission).filter((id) => requirement(id).level === 'must');
    const requests = estimateRequests(plan, permission);
    const option = `--allow ${[...allow].join(',')}`;
    const time = describeDuration(requests, rate);
    return `  ${option.padEnd(36)} up to ${String(proves.length).padStart(3)} of ${total}   ${time.padEnd(42)} ${means}\n`;
  });
  return rows.join('');
}
