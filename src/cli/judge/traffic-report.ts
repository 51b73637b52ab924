/** Writes the reports of judged traffic, with the same formats, baselines and exit codes as those of a run. */
import { omitUndefined } from '../../contract/omit-undefined.ts';
import { requirement } from '../../contract/requirements.ts';
import { isAnswered, type ObservedExchange } from '../../monitor/index.ts';
import { compareWithEarlier } from '../../report/baseline/index.ts';
import {
  buildReport,
  type CallerRuleRow,
  createExchangeRecord,
  type ExchangeRecord,
  requireMinProven,
  getLedgerEntries,
  type MinProven,
  type Report,
} from '../../report/record/index.ts';
import { createRedactor } from '../../report/redact.ts';
import type { TrafficRun } from '../../traffic/index.ts';
import {
  chooseFormats,
  type ChosenFormats,
  saveForNextRun,
  printWritten,
  readEarlierRuns,
  tryToWrite,
  writeFormats,
} from '../output/index.ts';
import type { BaselineFlags, TrafficFlags } from '../options.ts';
import type { Environment, Shell } from '../shell/index.ts';

export interface TrafficReportOptions {
  readonly out: string;
  readonly formats: ChosenFormats;
  readonly baseline: BaselineFlags;
  readonly only: string | undefined;
  readonly minProven: MinProven | undefined;
  /** The command that judges the same traffic again. */
  readonly commandToRepeat: string;
}

/** Reads the options of a report from the flags that `judge` and `watch` share. */
export function readReportOptions(
  { out, only, minProven, observed, known, failOn, updateKnown, ...flags }: TrafficFlags,
  environment: Environment,
  commandToRepeat: string,
): TrafficReportOptions {
  const formats = chooseFormats(flags, environment);
  const baseline = omitUndefined({ observed, known, failOn, updateKnown });
  return { out, formats, baseline, only, minProven, commandToRepeat };
}

/** Collects exchanges for the report while traffic is judged. */
export interface TrafficRecord {
  /** Adds an exchange, unless it has no response. */
  readonly add: (exchange: ObservedExchange) => void;
  /** Notes a key, so that the report masks it. */
  readonly addKey: (key: string) => void;
  readonly record: ExchangeRecord;
  readonly secrets: ReadonlySet<string>;
}

/** The number of keys to mask in texts. Further keys are masked only in headers. */
const maximumSecrets = 200;

export function createTrafficRecord(bodies: boolean): TrafficRecord {
  const secrets = new Set<string>();
  let redact = createRedactor([], bodies);
  const record = createExchangeRecord({
    text: (text) => redact.text(text),
    headers: (headers) => redact.headers(headers),
    value: (value) => redact.value(value),
    bodies,
  });
  return {
    record,
    secrets,
    add: (exchange) => {
      if (isAnswered(exchange)) record.add(exchange);
    },
    addKey: (key) => {
      if (secrets.has(key) || secrets.size >= maximumSecrets) return;
      secrets.add(key);
      redact = createRedactor([...secrets], bodies);
    },
  };
}

/**
 * Writes the chosen files and prints the summary.
 * @returns the exit code
 */
export async function reportTraffic(
  run: TrafficRun,
  traffic: TrafficRecord,
  { options, shell }: { readonly options: TrafficReportOptions; readonly shell: Shell },
): Promise<number> {
  const { formats, out, baseline, minProven } = options;
  const earlierRuns = await readEarlierRuns(baseline);
  const compared = compareWithEarlier(buildTrafficReport(run, traffic, options), earlierRuns);
  const judged = requireMinProven(compared, minProven);
  const report = baseline.failOn?.includes('caller') ? failOnCaller(judged) : judged;
  const exchanges = { rows: traffic.record.rows, omittedCount: traffic.record.countOmitted() };
  const written = await tryToWrite(async () => {
    const file = await writeFormats({ report, exchanges }, formats, out);
    await saveForNextRun(report, earlierRuns, { out, shell });
    return file;
  });
  return printWritten(report, written, { formats, out, shell });
}

function failOnCaller(report: Report): Report {
  const hasBrokenRule = report.callers?.some((row) => row.broken > 0);
  if (!hasBrokenRule || report.exitCode === 1) return report;
  const stoppedBecause = 'The callers broke rules of the document, and --fail-on caller is set.';
  return { ...report, exitCode: 1, run: { ...report.run, stoppedBecause } };
}

function buildTrafficReport(
  run: TrafficRun,
  { record, secrets }: TrafficRecord,
  { only, commandToRepeat: again, formats }: TrafficReportOptions,
): Report {
  const redact = createRedactor([...secrets], formats.bodies);
  return buildReport({
    outcome: run.outcome(),
    ledger: getLedgerEntries(),
    target: { address: run.address() ?? 'no service', kind: 'recording', faults: [] },
    only,
    writeRerunCommand: () => again,
    callers: run.callers().map(({ requirement: id, judged, broken, findings }): CallerRuleRow => ({
      id,
      says: requirement(id).says,
      section: requirement(id).from,
      judged,
      broken,
      findings: findings.map(({ expected, actual, exchange }) => ({
        expected: redact.text(expected),
        actual: redact.text(actual),
        exchange,
      })),
    })),
    timings: record.timings(),
    exchanges: record.rows(),
    secrets: [...secrets],
    bodies: formats.bodies,
  });
}
