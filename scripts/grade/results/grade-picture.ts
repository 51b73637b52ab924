/** The grade as a picture: a row for each requirement, a column for each fault. */
import { html, scrolling, type Markup } from '../../../src/report/page/index.ts';
import type { FaultGrade, Grade } from './fault-grade.ts';

/** Returns a dot for each requirement that drifts under a fault: broken, shadowed or stray. */
export function picture({ faults, requirements }: Grade): Markup {
  const rows = requirements.length > 0 ? requirements.map(({ id }) => id) : drifting(faults);
  const places = new Map(rows.map((id, at) => [id, at]));
  const dots = faults.flatMap((fault, column) =>
    fault.drifted.flatMap((id) => {
      const row = places.get(id);
      return row === undefined ? [] : [{ kind: kindOf(fault, id), column, row }];
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
        ${(['breaks', 'beside', 'stray'] as const).map((kind) => path(kind, dots))}
      </svg>`,
    )}
  </section>`;
}

function drifting(faults: readonly FaultGrade[]): string[] {
  return [...new Set(faults.flatMap(({ drifted }) => drifted))].sort();
}

interface Dot {
  readonly kind: 'breaks' | 'beside' | 'stray';
  readonly column: number;
  readonly row: number;
}

function kindOf({ strays, breaks }: FaultGrade, id: string): Dot['kind'] {
  if (strays.includes(id)) return 'stray';
  return breaks.includes(id) ? 'breaks' : 'beside';
}

/** All dots of a kind as one path: thousands of elements would make the page slow. */
function path(kind: Dot['kind'], dots: readonly Dot[]): Markup {
  const squares = dots
    .filter((dot) => dot.kind === kind)
    .map(({ column, row }) => `M${4 * column} ${4 * row}h4v4h-4z`);
  return html`<path class="${kind}" d="${squares.join('')}" />`;
}
