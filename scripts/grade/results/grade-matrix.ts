/** The grade as a page: a matrix of faults and requirements, and two searchable lists. */
import {
  type FaultGrade,
  type Grade,
  isCaught,
  median,
  passes,
  type RequirementGrade,
} from './fault-grade.ts';
import {
  bar,
  filteredPart,
  html,
  pageOf,
  requirementLink,
  scrolling,
  timeWords,
  verdictMark,
  type Content,
  type FilteredRow,
  type Markup,
} from '../../../src/report/page/index.ts';

/** Returns the page. */
export function gradeMatrixPage(grade: Grade): string {
  const sharp = passes(grade);
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
    band: html`<div class="verdict-line ${sharp ? 'conforms' : 'drifts'}">
        <h1><span class="glyph" aria-hidden="true"></span>${sharp ? 'Sharp' : 'Blunt'}</h1>
        <p class="lead">${sampleWords(grade)}</p>
      </div>
      ${numbers(grade)}`,
    body: html`${picture(grade)}${faultList(grade)}${requirementList(grade)}`,
  });
}

/** A partial grade lists no requirements and says so. */
function sampleWords({ faults, requirements }: Grade): string {
  return requirements.length > 0
    ? 'What the suite is worth, shown on every fault seeded into a sandbox'
    : `A sample: ${faults.length} faults seeded into a sandbox, not all of them`;
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

/** Returns a dot for each requirement that drifts under a fault: broken, shadowed or stray. */
function picture({ faults, requirements }: Grade): Markup {
  const rows = requirements.length > 0 ? requirements.map(({ id }) => id) : drifting(faults);
  const places = new Map(rows.map((id, at) => [id, at]));
  const dots = faults.flatMap((fault, column) =>
    fault.drifted.flatMap((id) => {
      const row = places.get(id);
      return row === undefined ? [] : [dot({ fault, id, column, row })];
    }),
  );
  const [width, height] = [4 * faults.length, 4 * rows.length];
  return html`<section id="picture" aria-labelledby="picture-title">
    <h2 id="picture-title">Requirements by faults</h2>
    <p class="note">
      A row for each requirement, a column for each fault: <span class="key breaks"></span> what the
      fault breaks drifts, <span class="key beside"></span> a requirement drifts that the same
      mistake also shows in, <span class="key stray"></span> a stray. The lists below say the same
      in words.
    </p>
    ${scrolling(
      'Requirements by faults',
      html`<svg
        class="dots"
        role="img"
        aria-label="${rows.length} requirements by ${faults.length} faults"
        viewBox="0 0 ${width} ${height}"
        width="${width}"
        height="${height}"
      >
        <rect class="ground" width="${width}" height="${height}" />
        ${dots}
      </svg>`,
    )}
  </section>`;
}

function drifting(faults: readonly FaultGrade[]): string[] {
  return [...new Set(faults.flatMap(({ drifted }) => drifted))].sort();
}

interface Dot {
  readonly fault: FaultGrade;
  readonly id: string;
  readonly column: number;
  readonly row: number;
}

function dot({ fault, id, column, row }: Dot): Markup {
  const kind = fault.strays.includes(id)
    ? 'stray'
    : fault.breaks.includes(id)
      ? 'breaks'
      : 'beside';
  return html`<rect class="${kind}" x="${4 * column}" y="${4 * row}" width="4" height="4"
    ><title>${id} under ${fault.name}</title></rect
  >`;
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
