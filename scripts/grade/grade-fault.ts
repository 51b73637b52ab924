/** Grades one fault with the whole suite: what drifted, how early, and which other requirements did. */
import { requirement } from '../../src/contract/requirements.ts';
import { explainsDrift, type Fault } from '../../src/faults/fault.ts';
import type { Section } from '../../src/harness/suite/index.ts';
import type {
  Finding,
  RequirementVerdict,
  Outcome,
  RunEvent,
} from '../../src/harness/evidence/index.ts';
import type { FaultGrade } from './results/index.ts';
import { runOnOwnSandbox } from '../own-runs/run-on-own-sandbox.ts';

/** Values per property: a fault that only shows at the hundredth value would not be found by a run. */
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
    onEvent: detector.onEvent,
  });
  return toGrade(fault, outcome, detector);
}

/** Notes when a requirement that the fault breaks first drifted, and whether the monitor noticed any. */
function createDetector({ breaks }: Fault): Detector {
  const began = performance.now();
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
      first ??= { requests: requests, milliseconds: performance.now() - began };
    },
  };
}

function toGrade(fault: Fault, outcome: Outcome, detector: Detector): FaultGrade {
  const first = detector.first();
  const drifted = [...new Set(outcome.findings.filter(isStatedDrift).map(getRequirement))];
  const errored = outcome.findings.filter(({ verdict }) => verdict === 'errored');
  const { name, description: says, breaks } = fault;
  return {
    name,
    says,
    breaks,
    drifted,
    strays: drifted.filter((id) => !explainsDrift(fault, id)),
    errored: errored.map(({ requirement: id, sentence, reason }) => `${id} ${sentence}: ${reason}`),
    conforming: outcome.judged.filter(isConforming).length,
    byMonitor: detector.byMonitor(),
    ...(first === undefined
      ? {}
      : { detectedAfter: first.requests, tookUntil: Math.round(first.milliseconds) }),
    requests: outcome.requests,
    took: Math.round(outcome.took),
  };
}

/** A silence that is observed together with a fault belongs to no requirement. */
function isStatedDrift({ verdict, requirement: id }: Finding): boolean {
  return verdict === 'drifts' && requirement(id).level !== 'open';
}

/** The form of a refusal can be proven of a service that refuses everything. */
function isConforming({ verdict, requirement: id }: RequirementVerdict): boolean {
  return verdict === 'conforms' && requirement(id).shape !== true;
}

function getRequirement({ requirement: id }: Finding): string {
  return id;
}
