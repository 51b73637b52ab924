/** A worker process of a grade: it receives tasks, runs the suite, and sends the results. */
import { suite } from '../../tests/suite.ts';
import { findFault } from '../../src/faults/narrowing/index.ts';
import { listReadings, silenceIds, requirement } from '../../src/contract/requirements.ts';
import { exploreUsually } from '../../src/harness/run/index.ts';
import type {
  Finding,
  RunOutcome,
  RequirementVerdict,
  RunEvent,
} from '../../src/harness/evidence/index.ts';
import { runOnOwnSandbox } from '../../tests/support/own-runs/run-on-own-sandbox.ts';
import { explainsDrift, type Fault } from '../../src/faults/fault.ts';
import { judgeNarrowed } from './narrow/judge-narrowed.ts';
import { judgeContractTask, type ContractTask } from './contract/judge-task.ts';
import type { FairnessTask } from './grade-fairness.ts';
import { judgeResponseTask, type ResponseTask } from './responses/response-task.ts';
import type { FairRun, Misread } from './results/fairness.ts';
import { unusualHabits } from './unusual-habits.ts';
import type { FaultGrade } from './results/fault-grade.ts';

/** A fault, with the requests of its run if it is narrowed. */
interface FaultTask {
  readonly seed: number;
  readonly fault: string;
  readonly requests?: number;
}

type Task = ContractTask | ResponseTask | FairnessTask | FaultTask;

async function runTask(task: Task): Promise<object> {
  if ('change' in task) return judgeContractTask(task);
  if ('picks' in task) return judgeResponseTask(task);
  if ('readings' in task) return judgeFairness(task);
  const { fault: name, seed, requests } = task;
  const fault = findFault(name);
  if (fault === undefined) throw new Error(`There is no fault ${name}.`);
  return requests === undefined
    ? gradeFault(fault, seed)
    : judgeNarrowed(fault, { suite, seed, requests });
}

process.on('message', (message) => {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the grades send nothing but tasks
  void runTask(message as Task).then((result) => process.send?.(result));
});

/** The number of values per property. It is low, as in a usual run. */
const runs = 10;

/** Runs the whole suite against a correct service whose readings the run does not know. */
async function judgeFairness({ seed, readings, unusual }: FairnessTask): Promise<FairRun> {
  const habits = unusualHabits.filter(({ name }) => name === unusual);
  const outcome = await runOnOwnSandbox(suite, {
    seed,
    runs,
    sandbox: { readings, faults: habits },
    knows: false,
    explore: exploreUsually(),
  });
  return {
    readings,
    ...(unusual === undefined ? {} : { unusual }),
    drifts: describeFindings(outcome.findings, 'drifts'),
    errored: describeFindings(outcome.findings, 'errored'),
    misread: habits.length === 0 ? findMisreadSilences(outcome, readings) : [],
    proven: outcome.judged.filter(({ verdict }) => verdict === 'conforms').length,
    requests: outcome.requests,
    took: Math.round(outcome.took),
  };
}

function describeFindings(findings: readonly Finding[], verdict: Finding['verdict']): string[] {
  return findings
    .filter((finding) => finding.verdict === verdict)
    .map(({ sentence, difference, reason, ...finding }) => {
      const result = difference
        ? `expected ${difference.expected}, got ${difference.actual}`
        : reason;
      return `${finding.requirement} ${sentence}: ${result}`;
    });
}

/** Returns the silences for which the run observed another reading than the one that was set. */
function findMisreadSilences(
  { answers }: RunOutcome,
  readings: Readonly<Record<string, string>>,
): Misread[] {
  return silenceIds.flatMap((silence) => {
    const reading = readings[silence];
    if (reading === undefined) return [];
    const readingsOfSilence = listReadings(silence);
    const observed = answers
      .filter((entry) => entry.silence === silence)
      .map(({ answer }) => answer);
    // An answer that is not a listed reading does not count as another reading.
    const wrongAnswers = observed.filter(
      (answer) => answer !== reading && readingsOfSilence.includes(answer),
    );
    return wrongAnswers.length === 0
      ? []
      : [{ silence, set: reading, answer: [...new Set(wrongAnswers)].join(' and ') }];
  });
}

interface Detection {
  readonly requests: number;
  readonly milliseconds: number;
}

interface Detector {
  readonly onEvent: (event: RunEvent) => void;
  readonly first: () => Detection | undefined;
  /** True if a single exchange showed a requirement that the fault breaks to drift. */
  readonly byMonitor: () => boolean;
}

/** Runs everything against a sandbox with one fault. */
async function gradeFault(fault: Fault, seed: number): Promise<FaultGrade> {
  const detector = createDetector(fault);
  const outcome = await runOnOwnSandbox(suite, {
    seed,
    runs,
    sandbox: {
      faults: [fault],
      ...(fault.readings === undefined ? {} : { readings: fault.readings }),
    },
    knows: true,
    explore: exploreUsually(),
    onEvent: detector.onEvent,
  });
  return toGrade(fault, outcome, detector);
}

/** Records when a requirement that the fault breaks first drifted, and whether the monitor found such a drift. */
function createDetector({ breaks }: Fault): Detector {
  const startedAt = performance.now();
  let requests = 0;
  let byMonitor = false;
  let first: Detection | undefined;
  return {
    first: () => first,
    byMonitor: () => byMonitor,
    onEvent: (event) => {
      if (event.type === 'exchanged') requests += 1;
      if (event.type !== 'found') return;
      const { verdict, requirement: id, source } = event.finding;
      if (verdict !== 'drifts' || !breaks.includes(id)) return;
      byMonitor ||= source === 'monitor';
      first ??= { requests, milliseconds: performance.now() - startedAt };
    },
  };
}

function toGrade(fault: Fault, outcome: RunOutcome, detector: Detector): FaultGrade {
  const first = detector.first();
  const driftingIds = [...new Set(outcome.findings.filter(isStatedDrift).map(getRequirement))];
  const errors = outcome.findings.filter(({ verdict }) => verdict === 'errored');
  const { name, description: says, breaks } = fault;
  return {
    name,
    says,
    breaks,
    drifted: driftingIds,
    strays: driftingIds.filter((id) => !explainsDrift(fault, id)),
    errored: errors.map(({ requirement: id, sentence, reason }) => `${id} ${sentence}: ${reason}`),
    conforming: outcome.judged.filter(isConforming).length,
    byMonitor: detector.byMonitor(),
    ...(first === undefined
      ? {}
      : { detectedAfter: first.requests, tookUntil: Math.round(first.milliseconds) }),
    requests: outcome.requests,
    took: Math.round(outcome.took),
  };
}

/** Returns true for a drift of a requirement. A drift of a silence does not count. */
function isStatedDrift({ verdict, requirement: id }: Finding): boolean {
  return verdict === 'drifts' && requirement(id).level !== 'open';
}

/** Returns true if a requirement conforms, except for shapes: these conform even if a service refuses everything. */
function isConforming({ verdict, requirement: id }: RequirementVerdict): boolean {
  return verdict === 'conforms' && requirement(id).shape !== true;
}

function getRequirement({ requirement: id }: Finding): string {
  return id;
}
