/** Declares the tests: one for each requirement, over one run of the command's own suite. */
import { beforeAll, describe, it } from 'vitest';
import { requirement, type RequirementId, requirementIds } from '../contract/requirements.ts';
import { processShell } from '../cli/shell/index.ts';
import { readVerifyArguments, runAndWrite, type VerifySettings } from '../cli/verify/index.ts';
import type { Section } from '../harness/suite/index.ts';
import { isInScope } from '../harness/plan/index.ts';
import type { FindingRow, Report, RequirementRow } from '../report/record/index.ts';
import { describeDriftLines, findVerdictReason } from '../report/wording/index.ts';
import { suite } from '../../tests/suite.ts';

export interface ContractTestOptions {
  /** An address, or the name of a target in bookdist.yaml. Without one: DISTRIBUTION_URL, otherwise our own sandbox (in CI only with the option --own-sandbox). */
  readonly target?: string;
  /** Options of `bookdist verify`, such as `['--allow', 'read,write', '--only', 'isbn']`. */
  readonly options?: readonly string[];
  /** The sections to run; all by default. */
  readonly sections?: readonly Section[];
}

/**
 * Declares a test for each requirement of the contract. The run starts with the first test and takes
 * its settings from the same sources as `bookdist verify`: bookdist.yaml, known-drifts.yaml and the
 * environment. A requirement that drifts fails its test; one that is unproven, or whose drift is
 * known, is skipped with the reason.
 */
export async function testContract(options: ContractTestOptions = {}): Promise<void> {
  const { target, options: args = [], sections = suite } = options;
  const shell = processShell();
  const settings = await readVerifyArguments(
    [...(target === undefined ? [] : [target]), ...args],
    shell,
  );
  const finished: { report?: Report } = {};
  const report = (): Report => {
    if (finished.report === undefined) throw new Error('The run did not end.');
    return finished.report;
  };
  describe('Book distribution contract', () => {
    // A service responds at its own pace; --max-time bounds the run.
    beforeAll(async () => {
      finished.report = (await runAndWrite(sections, settings, shell)).report;
    }, 0);
    for (const [section, ids] of groupBySection(settings)) {
      describe(section, () => {
        for (const id of ids) testRequirement(id, report);
      });
    }
    testSilences(report);
    testVerdict(report);
  });
}

/** The requirements in scope that can be tested from outside, by the document's sections. */
function groupBySection({ only }: VerifySettings): Map<string, RequirementId[]> {
  const sections = new Map<string, RequirementId[]>();
  for (const id of requirementIds) {
    const { level, untested, from } = requirement(id);
    if ((level !== 'must' && level !== 'should') || untested !== undefined) continue;
    if (isInScope(only, id)) sections.set(from, [...(sections.get(from) ?? []), id]);
  }
  return sections;
}

function testRequirement(id: RequirementId, report: () => Report): void {
  it(`${id}: ${requirement(id).says}`, ({ skip, annotate }) => {
    const { requirements, findings } = report();
    const row = requirements.find((requirementRow) => requirementRow.id === id);
    const drifts = findings.filter((finding) => finding.requirement === id);
    const fresh = drifts.filter(({ verdict }) => verdict === 'drifts');
    if (fresh.length > 0 && row?.level === 'must') throw createDriftError(fresh, report());
    if (fresh.length > 0) void annotate(fresh.map(describeDrift).join('\n\n'), 'advice');
    if (row?.verdict === 'errored') throw createDriftError([], report(), row);
    const known = drifts.find(({ verdict }) => verdict === 'known')?.known;
    if (known !== undefined) skip(`known drift until ${known.until}: ${known.reason}`);
    if (row === undefined || row.verdict === 'unproven')
      skip(`unproven: ${row?.reason ?? 'not tested'}`);
  });
}

/** A silence has a separate test only if no reading permits the answer. */
function testSilences(report: () => Report): void {
  it('fills what the document leaves open as it permits', () => {
    const fresh = report().findings.filter(
      ({ level, verdict }) => level === 'open' && verdict === 'drifts',
    );
    if (fresh.length > 0) throw createDriftError(fresh, report());
  });
}

/** Everything else that decides the exit code of the command. */
function testVerdict(report: () => Report): void {
  it('proves enough for a verdict, and nothing known is out of date', () => {
    const { exitCode, stale = [], changed = [] } = report();
    const outdated = stale.map(({ requirement: id, why }) => `known-drifts.yaml: ${id} is ${why}`);
    const { drifts } = report().summary;
    if (exitCode === 0 || (drifts > 0 && stale.length === 0)) return;
    const reasons = [
      ...(drifts > 0
        ? []
        : [findVerdictReason(report()) ?? `bookdist verify would exit with ${exitCode}`]),
      ...outdated,
      ...changed.map(({ silence }) => `${silence}: the answer changed`),
    ];
    throw createErrorWithoutStack(reasons.join('\n'));
  });
}

function createDriftError(
  drifts: readonly FindingRow[],
  { run }: Report,
  row?: RequirementRow,
): Error {
  const texts = row === undefined ? drifts.map(describeDrift) : [row.reason ?? 'the test broke'];
  return createErrorWithoutStack([...texts, `seed      ${run.seed}`].join('\n\n'));
}

function describeDrift(drift: FindingRow): string {
  return describeDriftLines(drift).join('\n');
}

/** An error without a stack, which would only point to this file. */
function createErrorWithoutStack(text: string): Error {
  const error = new Error(text);
  error.stack = error.message;
  return error;
}
