/** Declares a Vitest test for each requirement. All tests read their verdicts from one run of the suite. */
import { beforeAll, describe, it } from 'vitest';
import { requirement, type RequirementId, requirementIds } from '../contract/requirements.ts';
import { createProcessShell } from '../cli/shell/index.ts';
import { readVerifyArguments, runAndWrite, type VerifySettings } from '../cli/verify/index.ts';
import type { Section } from '../harness/suite/index.ts';
import { isInScope } from '../harness/plan/index.ts';
import type { FindingRow, Report, RequirementRow } from '../report/record/index.ts';
import { formatDriftLines } from '../report/triage/index.ts';
import { findVerdictReason } from '../report/wording/index.ts';
import { suite } from '../../tests/suite.ts';

export interface ContractTestOptions {
  /**
   * An address, or the name of a target in bookdist.yaml. The default is DISTRIBUTION_URL, or else our own sandbox (in CI
   * only with the option --own-sandbox).
   */
  readonly target?: string;
  /** The options of `bookdist verify`, such as `['--allow', 'read,write', '--only', 'isbn']`. */
  readonly options?: readonly string[];
  /** The sections to run; all by default. */
  readonly sections?: readonly Section[];
}

/**
 * Declares a test for each requirement of the contract. The run starts with the first test and reads its settings from
 * the same sources as `bookdist verify`: bookdist.yaml, known-drifts.yaml and the environment. A drift fails the test of
 * its requirement. The test of an unproven requirement or a known drift is skipped with the reason.
 */
export async function testContract(options: ContractTestOptions = {}): Promise<void> {
  const { target, options: args = [], sections = suite } = options;
  const shell = createProcessShell();
  const allArguments = target === undefined ? args : [target, ...args];
  const settings = chooseExploration(await readVerifyArguments(allArguments, shell), options);
  const outcome: { report?: Report } = {};
  const getReport = (): Report => {
    if (outcome.report === undefined) throw new Error('The run has not finished.');
    return outcome.report;
  };
  describe('Book distribution contract', () => {
    // Vitest sets no time limit, because --max-time limits the run.
    beforeAll(async () => {
      const { report, failure } = await runAndWrite(sections, settings, shell);
      outcome.report = report;
      if (failure !== undefined) shell.err(`${failure.message}\n`);
    }, 0);
    for (const [section, ids] of groupBySection(settings)) {
      describe(section, () => {
        for (const id of ids) testRequirement(id, getReport);
      });
    }
    testSilences(getReport);
    testVerdict(getReport);
  });
}

/** A selection of sections explores only if the options say how long. */
function chooseExploration(settings: VerifySettings, { sections }: ContractTestOptions) {
  const isAsked = settings.explore?.time !== undefined || settings.maxRequests !== undefined;
  return sections === undefined || isAsked ? settings : { ...settings, explore: undefined };
}

/** Returns the requirements in scope that can be tested from outside, by their section of the document. */
function groupBySection({ only }: VerifySettings): Map<string, RequirementId[]> {
  const sections = new Map<string, RequirementId[]>();
  for (const id of requirementIds) {
    const { level, untested, from } = requirement(id);
    if ((level !== 'must' && level !== 'should') || untested !== undefined) continue;
    if (isInScope(only, id)) sections.set(from, [...(sections.get(from) ?? []), id]);
  }
  return sections;
}

function testRequirement(id: RequirementId, getReport: () => Report): void {
  it(`${id}: ${requirement(id).says}`, ({ skip, annotate }) => {
    const { requirements, findings } = getReport();
    const row = requirements.find((requirementRow) => requirementRow.id === id);
    const drifts = findings.filter((finding) => finding.requirement === id);
    const newDrifts = drifts.filter(({ verdict }) => verdict === 'drifts');
    const isDrift = newDrifts.length > 0 && row?.level === 'must';
    if (isDrift) throw createDriftError(newDrifts, getReport());
    if (newDrifts.length > 0) void annotate(newDrifts.map(describeDrift).join('\n\n'), 'advice');
    if (row?.verdict === 'errored') throw createDriftError([], getReport(), row);
    const acceptance = drifts.find(({ verdict }) => verdict === 'known')?.known;
    if (acceptance) skip(`known drift until ${acceptance.until}: ${acceptance.reason}`);
    const reason = row?.reason ?? 'not tested';
    if (row === undefined || row.verdict === 'unproven') skip(`unproven: ${reason}`);
  });
}

/** Declares one test for all silences, which fails if an answer is not a permitted reading. */
function testSilences(getReport: () => Report): void {
  it('gives only permitted answers to the silences of the document', () => {
    const newDrifts = getReport().findings.filter(
      ({ level, verdict }) => level === 'open' && verdict === 'drifts',
    );
    if (newDrifts.length > 0) throw createDriftError(newDrifts, getReport());
  });
}

function testVerdict(getReport: () => Report): void {
  it('proves enough for a verdict, without stale known drifts or changed answers', () => {
    const { exitCode, stale = [], changed = [] } = getReport();
    const staleDrifts = stale.map(
      ({ requirement: id, why }) => `known-drifts.yaml: ${id} is ${why}`,
    );
    const { drifts } = getReport().summary;
    // The tests of the requirements have already reported the drifts.
    if (exitCode === 0 || (drifts > 0 && stale.length === 0)) return;
    const reasons = [
      ...(drifts > 0
        ? []
        : [findVerdictReason(getReport()) ?? `bookdist verify would exit with ${exitCode}`]),
      ...staleDrifts,
      ...changed.map(({ silence }) => `${silence}: the answer changed`),
    ];
    throw createErrorWithoutStack(reasons.join('\n'));
  });
}

function createDriftError(drifts: readonly FindingRow[], { run }: Report, row?: RequirementRow) {
  const texts = row === undefined ? drifts.map(describeDrift) : [row.reason ?? 'the test broke'];
  return createErrorWithoutStack([...texts, `seed      ${run.seed}`].join('\n\n'));
}

function describeDrift(drift: FindingRow): string {
  return formatDriftLines([drift]).join('\n');
}

/** Creates an error without a stack, which would only point to this file. */
function createErrorWithoutStack(text: string): Error {
  const error = new Error(text);
  error.stack = error.message;
  return error;
}
