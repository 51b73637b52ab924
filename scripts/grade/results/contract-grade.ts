/** The result of `npm run grade -- --contract`: which changes of the contract the runs noticed. */
import { formatCount } from '../../../src/report/wording/index.ts';
import type { ChangeClass, Side } from '../contract/contract-change.ts';
import type { Notice } from '../contract/notice.ts';
import type { RevisionVerdict, RunChoice } from '../contract/judge-revision.ts';
import { median, type PrintedGrade } from './print-grade.ts';

/** A change of the contract, with the verdict on a service of the unchanged one. */
export interface JudgedChange {
  readonly kind: string;
  readonly pointer: string;
  readonly description: string;
  readonly sides: readonly Side[];
  readonly class: ChangeClass;
  readonly notice: Notice;
  /** The requirements that drift only since the change. */
  readonly newDrifts: readonly string[];
  readonly verdict: string;
  /** Why the run judged nothing, if it failed. */
  readonly failure?: string;
  /** Milliseconds. */
  readonly took: number;
}

export interface ContractGrade extends RunChoice {
  readonly tool: string;
  readonly contract: string;
  /** `sandbox`, a module or an address. */
  readonly service: string;
  readonly baseline: RevisionVerdict;
  /** The number of all changes, of which a sample may have been judged. */
  readonly total: number;
  readonly changes: readonly JudgedChange[];
}

/** Returns the changes that no run noticed. */
function findUnnoticed({ changes }: ContractGrade): readonly JudgedChange[] {
  return changes.filter(({ notice }) => notice === 'unnoticed');
}

/**
 * Returns true if a change only lets responses show less or differ more. A correct service of the unchanged contract is
 * also one of the changed contract, so its verdict cannot change.
 */
function isLooserResponse({ sides, class: changeClass }: JudgedChange): boolean {
  return changeClass === 'looser' && sides.every((side) => side === 'response');
}

/** Returns the changes that only loosen responses, but that made the verdict on a correct service worse. */
function findWrongAccusations({ changes }: ContractGrade): readonly JudgedChange[] {
  return changes.filter((change) => change.notice === 'verdict' && isLooserResponse(change));
}

/** The ways in which a run shows a change, with the headings of their columns. */
const notices: readonly (readonly [Notice, string])[] = [
  ['verdict', 'verdict'],
  ['named', 'named'],
  ['already unproven', 'already'],
  ['kept', 'kept'],
  ['unnoticed', 'unnoticed'],
];

/**
 * Summarizes the changes by kind, those unnoticed, and the score. It passes if every change was noticed that a run could
 * notice, and no correct service was accused.
 */
export function summarizeContractGrade(grade: ContractGrade): PrintedGrade {
  const unnoticed = findUnnoticed(grade);
  const describe = ({ kind, description, pointer }: JudgedChange): string =>
    `${kind}: ${description} ${pointer}`;
  const wrong = unnoticed.filter((change) => !isLooserResponse(change));
  const looser = unnoticed.filter(isLooserResponse);
  const accusations = findWrongAccusations(grade);
  return {
    table: countByKind(grade.changes),
    notes: [
      'verdict: the verdict or the drifting requirements changed; named: the report names the part as unproven;',
      'already: it also does so without the change; kept: the service guarantees as much as the change demands',
    ],
    shortcomings: [
      ['unnoticed', wrong.map(describe)],
      ['only lets responses guarantee less, but changed the verdict', accusations.map(describe)],
      ['unnoticed, but only lets responses guarantee less', looser.map(describe)],
    ],
    numbers: formatNumbers(grade, looser.length),
    isPassed: wrong.length === 0 && accusations.length === 0,
  };
}

function countByKind(changes: readonly JudgedChange[]): (string | number)[][] {
  const describe = (change: JudgedChange): string[] => [
    change.kind,
    change.sides.join('+'),
    change.class,
  ];
  const count = (members: readonly JudgedChange[]): number[] => [
    members.length,
    ...notices.map(([notice]) => members.filter((change) => change.notice === notice).length),
  ];
  const names = [...new Set(changes.map((change) => describe(change).join(' ')))].toSorted();
  return [
    ['change', 'side', 'class', 'changes', ...notices.map(([, heading]) => heading)],
    ...names.map((name) => [
      ...name.split(' '),
      ...count(changes.filter((change) => describe(change).join(' ') === name)),
    ]),
    ['all', '', '', ...count(changes)],
  ];
}

function formatNumbers(grade: ContractGrade, looserCount: number): string[] {
  const { changes, total, depth, seed, service, baseline } = grade;
  const sample = changes.length === total ? '' : `${changes.length} of `;
  const failureCount = changes.filter(({ failure }) => failure !== undefined).length;
  return [
    `${sample}${formatCount(total, 'change')} of the contract, judged on ${service} with depth ${depth} and seed ${seed}`,
    `${findUnnoticed(grade).length} unnoticed, of which ${looserCount} only let responses guarantee less`,
    `${failureCount} could not be judged, because the toolkit refuses the changed contract or fails with it`,
    `without a change: ${baseline.verdict}, ${formatCount(baseline.requests, 'request')}, ${formatCount(baseline.unproven.length, 'unproven part')}`,
    `a run took ${median(changes.map((change) => change.took))} ms (median)`,
  ];
}
