/** What exchanges showed in passing, told as findings like any other. */
import { isRequirementId } from '../../contract/requirements.ts';
import type { Illegal } from './answers.ts';
import type { Finding } from '../evidence/index.ts';
import type { Misshapen, ShapeWatch } from './shape-watch.ts';

const section = 'Shapes of all answers';

/** A shape that was not as described. */
export function misshapenFinding(
  { requirement, violation, exchange, times }: Misshapen,
  requestsInRun: number,
): Finding {
  const { expected, actual, pointer } = violation;
  const often = times > 1 ? ` (${times} times)` : '';
  return {
    requirement,
    section,
    sentence: `answers ${exchange.operation ?? 'a call'} in the described shape${often}`,
    source: 'shape',
    verdict: 'drifts',
    difference: { expected, actual, pointer },
    exchange,
    requests: 0,
    requestsInRun,
    took: 0,
  };
}

/** Every drift of a shape, and every id that some value gave evidence for. */
export function shapeFindings(shapes: ShapeWatch, requestsInRun: number): Finding[] {
  const drifts = shapes.misshapen().map((one) => misshapenFinding(one, requestsInRun));
  const broken = new Set(drifts.map(({ requirement }) => requirement));
  const shown = [...shapes.seen()].flatMap(([id, values]): Finding[] => {
    if (!isRequirementId(id) || broken.has(id)) return [];
    return [
      {
        requirement: id,
        section,
        sentence: `shows the described shape in all ${values} values`,
        source: 'shape',
        verdict: 'conforms',
        requests: 0,
        requestsInRun,
        took: 0,
      },
    ];
  });
  return [...drifts, ...shown];
}

/** Silences answered as no reading permits. */
export function answerFindings(illegal: readonly Illegal[], requestsInRun: number): Finding[] {
  return illegal.map(({ silence, expected, actual, evidence }) => ({
    requirement: silence,
    section: 'What the document leaves open',
    sentence: 'answers within the readings the document permits',
    source: 'observation',
    verdict: 'drifts',
    difference: { expected, actual },
    ...(evidence === undefined ? {} : { exchange: evidence }),
    requests: 0,
    requestsInRun,
    took: 0,
  }));
}
