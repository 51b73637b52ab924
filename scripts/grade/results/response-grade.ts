/** The result of `npm run grade -- --responses`: which altered responses the monitor noticed. */
import type { Depth } from '../../../src/harness/evidence/index.ts';
import { formatCount } from '../../../src/report/wording/index.ts';
import type { Notice } from '../responses/judge-alterations.ts';
import type { PrintedGrade } from './print-grade.ts';

export interface AlteredResponse {
  readonly operation: string;
  readonly status: number;
  /** The JSON pointer of the altered value, with `*` for the positions in lists. */
  readonly place: string;
  readonly kind: string;
  /** The number of the altered exchange. */
  readonly request: number;
  readonly notice: Notice;
  /** The requirement that drifts, or the silence of which the response shows another reading. */
  readonly by?: string;
  /** Why the contract says that any value is as good here. */
  readonly reason?: string;
}

export interface ResponseGrade {
  readonly tool: string;
  /** `sandbox`, a module or an address. */
  readonly service: string;
  readonly seed: number;
  readonly depth: Depth;
  readonly requests: number;
  readonly responses: readonly AlteredResponse[];
}

/** Returns whether anything can be wrong with an altered value: the contract does not say that any value is as good. */
function canBeWrong({ reason, notice }: AlteredResponse): boolean {
  return reason === undefined && notice !== 'open';
}

/** Returns the altered responses that nothing noticed, although the contract gives no reason. */
function findUnexplained({ responses }: ResponseGrade): readonly AlteredResponse[] {
  return responses.filter((response) => canBeWrong(response) && response.notice === 'silent');
}

/** Returns the share that was noticed of those that can be wrong, from 0 to 1. */
function shareNoticed(grade: ResponseGrade): number {
  const relevantCount = grade.responses.filter(canBeWrong).length;
  return relevantCount === 0 ? 1 : 1 - findUnexplained(grade).length / relevantCount;
}

const notices: readonly Notice[] = ['drift', 'surprising', 'open', 'silent'];

/** Summarizes the responses by operation, the changes that nothing noticed, and the score. It passes if every silent response has a reason. */
export function summarizeResponses(grade: ResponseGrade): PrintedGrade {
  const { responses, requests, service, depth, seed } = grade;
  const unexplained = findUnexplained(grade).map(
    ({ operation, status, place, kind }) => `${operation} ${status} ${place || '(body)'} ${kind}`,
  );
  return {
    table: countByOperation(responses),
    notes: [
      'open: the response shows another reading of a silence; reason: the contract says why any value is as good',
    ],
    shortcomings: [['silent without a reason', [...new Set(unexplained)].toSorted()]],
    numbers: [
      `${formatCount(responses.length, 'altered response')} of a run on ${service}: ${formatCount(requests, 'request')}, depth ${depth}, seed ${seed}`,
      `${(shareNoticed(grade) * 100).toFixed(1)}% noticed of ${responses.filter(canBeWrong).length} that can be wrong`,
    ],
    isPassed: unexplained.length === 0,
  };
}

function countByOperation(responses: readonly AlteredResponse[]): (string | number)[][] {
  const count = (members: readonly AlteredResponse[]): number[] => [
    members.length,
    ...notices.map((notice) => members.filter((member) => member.notice === notice).length),
    members.filter(({ notice, reason }) => notice === 'silent' && reason !== undefined).length,
  ];
  const operations = [...new Set(responses.map(({ operation }) => operation))].toSorted();
  return [
    ['operation', 'altered', ...notices, 'with reason'],
    ...operations.map((name) => [
      name,
      ...count(responses.filter(({ operation }) => operation === name)),
    ]),
    ['all', ...count(responses)],
  ];
}

/** Formats the page of what nothing notices: the reasons, each with its places and its number of changes. */
export function formatResponsePage(grade: ResponseGrade): string {
  const silent = grade.responses.filter(({ notice }) => notice === 'silent');
  const reasons = [...new Set(silent.map(({ reason = 'none' }) => reason))].toSorted();
  const rows = reasons.map((reason) => {
    const members = silent.filter((member) => (member.reason ?? 'none') === reason);
    const places = [...new Set(members.map(({ place }) => `\`${place || '/'}\``))].toSorted();
    return `| ${reason} | ${places.join(', ')} | ${members.length} |`;
  });
  return [
    '# What no response shows to be wrong',
    '',
    `\`npm run grade -- --responses\` changes one value in one response of a correct run and judges the run again. On ${grade.service === 'sandbox' ? 'our sandbox' : grade.service}, it notices ${(shareNoticed(grade) * 100).toFixed(1)}% of the ${grade.responses.filter(canBeWrong).length} changes that can be wrong. It does not notice these, because the contract gives a reason why another value is as good.`,
    '',
    '| Reason | Places | Changes |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}
