/** Grades one fault with the whole suite: which requirements drifted, and after how many requests. */
import { requirement } from '../../src/contract/requirements.ts';
import { explainsDrift, type Fault } from '../../src/faults/fault.ts';
import { exploreUsually } from '../../src/harness/run/index.ts';
import type { Section } from '../../src/harness/suite/index.ts';
import type {
  Finding,
  RequirementVerdict,
  RunOutcome,
  RunEvent,
} from '../../src/harness/evidence/index.ts';
import type { FaultGrade } from './results/fault-grade.ts';
import { runOnOwnSandbox } from '../../tests/support/own-runs/run-on-own-sandbox.ts';

/** The number of values per property. It is low, as in a usual run. */
const runs = 10;

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
export async function gradeFault(
  fault: Fault,
  suite: readonly Section[],
  seed: number,
): Promise<FaultGrade> {
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
