/** The grade as a page: a matrix of faults and requirements, and two searchable lists. */
import {
  type FaultGrade,
  type Grade,
  isCaught,
  median,
  shortcomings,
  type RequirementGrade,
} from './fault-grade.ts';
import { picture } from './grade-picture.ts';
import { count } from '../../../src/report/wording/index.ts';
import {
  bar,
  filteredPart,
  html,
  pageOf,
  requirementLink,
  timeWords,
  verdictMark,
  type Content,
  type FilteredRow,
  type Markup,
} from '../../../src/report/page/index.ts';

/** Returns the page. */
export function gradeMatrixPage(grade: Grade): string {
  const { kind, title, problems } = verdictOf(grade);
  return pageOf({
    title: 'What the suite is worth',
    description: 'Which seeded faults the contract tests find, and which requirements find them.',
    links: [
      { to: 'picture', words: 'Picture' },
      { to: 'faults', words: 'Faults', number: grade.faults.length },
      ...(grade.requirements.length === 0
        ? []
        : [{ to: 'requirements', words: 'Requirements', number: grade.requirements.length }]),
    ],
    band: html`<div class="verdict-line ${kind}">
        <h1><span class="glyph" aria-hidden="true"></span>${title}</h1>
        <p class="lead">
          ${sampleWords(grade)}.
          ${problems.length > 0 && html`<b>To fix: ${problems.join(', ')}.</b>`}
        </p>
      </div>
      ${numbers(grade)}`,
    body: html`${picture(grade)}${faultList(grade)}${requirementList(grade)}`,
  });
}

/** A partial grade lists no requirements and says so. */
function sampleWords({ faults, requirements }: Grade): string {
  return requirements.length > 0
    ? `Every one of ${faults.length} faults was seeded into a sandbox`
    : `A sample: ${count(faults.length, 'fault')} seeded into a sandbox, not all of them`;
}

interface GradeVerdict {
  readonly kind: 'conforms' | 'unproven' | 'drifts';
  readonly title: string;
  /** What has to be fixed, in words. */
  readonly problems: readonly string[];
}

function verdictOf(grade: Grade): GradeVerdict {
  const { missed, strays, errored, unshown } = shortcomings(grade);
  const parts: readonly (readonly [readonly unknown[], string])[] = [
    [missed, 'missed'],
    [strays, 'with strays'],
    [errored, 'with broken cases'],
    [unshown, 'requirements that no fault shows'],
  ];
  const problems = parts.flatMap(([list, words]) =>
    list.length > 0 ? [`${list.length} ${words}`] : [],
  );
  const title =
    missed.length > 0 ? `${count(missed.length, 'fault')} missed` : 'Every fault is caught';
  if (problems.length === 0) return { kind: 'conforms', title, problems };
  return {
    kind: unshown.length > 0 && problems.length === 1 ? 'unproven' : 'drifts',
    title,
    problems,
  };
}

function numbers({ faults, requirements, took, contract, tool, seed }: Grade): Markup {
  const caught = faults.filter(isCaught);
  const shown = requirements.filter((row) => row.caught.length > 0).length;
  const after = caught.flatMap(({ detectedAfter }) => detectedAfter ?? []);
  const share = (part: number, whole: number): Markup => bar(whole === 0 ? 0 : part / whole);
  return html`<div class="numbers">
      <p>
        <strong>${caught.length}</strong> of ${faults.length} faults
        caught${share(caught.length, faults.length)}
      </p>
      ${
        requirements.length > 0 &&
        html`<p>
          <strong>${shown}</strong> of ${requirements.length} requirements shown to drift by some
          fault${share(shown, requirements.length)}
        </p>`
      }
    </div>
    <dl class="facts">
      ${(
        [
          ['first drift', `after ${median(after)} requests (median)`],
          ['took', timeWords(took)],
          ['contract', contract],
          ['seed', String(seed)],
          ['written by', `bookdist ${tool}`],
        ] as const
      ).map(
        ([name, what]) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${what}</dd>
          </div>`,
      )}
    </dl>`;
}

function faultList({ faults, requirements }: Grade): Markup {
  const linked = requirements.length > 0;
  const rows = faults.map((fault): FilteredRow => {
    const caught = isCaught(fault);
    const kinds = [
      caught ? 'caught' : 'missed',
      ...(fault.strays.length > 0 ? ['strays'] : []),
      ...(fault.errored.length > 0 ? ['errored'] : []),
    ];
    return {
      id: `fault-${fault.name}`,
      name: fault.name,
      area: fault.breaks[0]?.split('.')[0] ?? 'nothing in particular',
      says: fault.says,
      kinds,
      below: html`<p class="reason">breaks ${listed(fault.breaks, linked)}</p>`,
      cells: [html`${marks(kinds)}${whenSeen(fault, linked)}`],
    };
  });
  const kinds = ['missed', 'strays', 'errored', 'caught'].filter((kind) =>
    rows.some((row) => row.kinds.includes(kind)),
  );
  return filteredPart({
    id: 'faults',
    title: 'Faults',
    kinds,
    heads: ['fault', 'caught'],
    rows,
    marked,
  });
}

/** The colour of each result. */
function marked(kind: string): Markup {
  const good = kind === 'caught' || kind === 'shown';
  return verdictMark(kind, good ? 'conforms' : kind === 'without a fault' ? 'unproven' : 'drifts');
}

function marks(kinds: readonly string[]): Content {
  return kinds.map((kind) => [marked(kind), ' ']);
}

function whenSeen({ detectedAfter, strays, errored }: FaultGrade, linked: boolean): Content {
  return html`${detectedAfter !== undefined && html`<p class="reason">first drift after ${detectedAfter} requests</p>`}${
    strays.length > 0 && html`<p class="reason">strays: ${listed(strays, linked)}</p>`
  }${errored.length > 0 && html`<p class="reason">broken: ${errored.join('; ')}</p>`}`;
}

/** A partial grade has no list of requirements to link to. */
function listed(ids: readonly string[], linked: boolean): Content {
  return ids.map((id, at) => [at > 0 && ', ', linked ? requirementLink(id) : id]);
}

function requirementList({ requirements }: Grade): Content {
  if (requirements.length === 0) return undefined;
  const rows = requirements.map((row): FilteredRow => ({
    id: row.id,
    kinds: [row.caught.length > 0 ? 'shown' : 'without a fault'],
    beside: row.level === 'should' && html` <span class="tag">advice</span>`,
    cells: [faultsOf(row)],
  }));
  return filteredPart({
    id: 'requirements',
    title: 'Requirements',
    kinds: ['without a fault', 'shown'].filter((kind) => rows.some((row) => row.kinds[0] === kind)),
    heads: ['requirement', 'faults under which it drifts'],
    rows,
    marked,
  });
}

function faultsOf({ caught, reason }: RequirementGrade): Content {
  if (caught.length === 0) return html`<p class="reason">${reason ?? 'no fault shows it'}</p>`;
  return caught.map((name, at) => [at > 0 && ', ', html`<a href="#fault-${name}">${name}</a>`]);
}
