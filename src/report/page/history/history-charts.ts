/** Small charts of a history: an area chart, a strip of cells, and a line. Tables next to them have the numbers. */
import type { DriftHistory, HistoryLine, LatencyStep } from '../../history/index.ts';
import { formatCount, formatMinute } from '../../wording/index.ts';
import { html, type Markup } from '../markup.ts';

const [width, height] = [960, 96];

/** Conforming and proven requirements over the runs, as areas below the line of all requirements. */
export function provenChart(runs: readonly HistoryLine[]): Markup {
  const total = Math.max(1, ...runs.map((run) => run.total));
  const last = runs.at(-1);
  return html`<svg
      class="chart"
      preserveAspectRatio="none"
      role="img"
      viewBox="0 0 ${width} ${height}"
      aria-label="Over ${formatCount(runs.length, 'run')}; in the last one ${last?.proven ?? 0} of ${last?.total ?? 0} requirements proven, ${last?.conforms ?? 0} conforming"
    >
      <line class="axis" x1="0" x2="${width}" y1="${height}" y2="${height}" />
      <line class="axis" x1="0" x2="${width}" y1="0.5" y2="0.5" />
      <polygon class="proven" points="${toPolygon(runs.map((run) => run.proven / total))}" />
      <polygon class="conforming" points="${toPolygon(runs.map((run) => run.conforms / total))}" />
    </svg>
    <p class="chart-ends">
      <span>${formatDay(runs[0])}</span><span>${total} requirements</span
      ><span>${formatDay(last)}</span>
    </p>`;
}

function formatDay(run: HistoryLine | undefined): string {
  return (run?.startedAt ?? '').slice(0, 10);
}

/** Returns the points of an area. A single run fills the width of the chart. */
function toPolygon(shares: readonly number[]): string {
  const points = shares.length === 1 ? [...shares, ...shares] : shares;
  const step = width / Math.max(1, points.length - 1);
  const line = points.map(
    (share, at) => `${(at * step).toFixed(1)},${(height * (1 - share)).toFixed(1)}`,
  );
  return [`0,${height}`, ...line, `${width},${height}`].join(' ');
}

/** A cell for each run. */
export function driftStrip(
  { cells, requirement }: DriftHistory,
  runs: readonly HistoryLine[],
): Markup {
  const shownCount = cells.filter((cell) => cell === 'shown').length;
  return html`<svg
    class="strip"
    role="img"
    width="${8 * cells.length}"
    height="16"
    viewBox="0 0 ${8 * cells.length} 16"
    aria-label="${requirement} shown in ${shownCount} of ${formatCount(cells.length, 'run')}"
  >
    ${cells.map((cell, at) => html`<rect class="${cell}" x="${8 * at}" width="7" height="16" rx="1"><title>${formatMinute(runs[at]?.startedAt ?? '')}: ${cell}</title></rect>`)}
  </svg>`;
}

/** The medians of an operation, with a mark where it became slower. */
export function latencyLine(
  operation: string,
  runs: readonly HistoryLine[],
  step: LatencyStep | undefined,
): Markup {
  const medians = runs.map(
    ({ latency }) => latency.find((entry) => entry.operation === operation)?.median,
  );
  const top = Math.max(1, ...medians.map((median) => median ?? 0));
  const toX = (at: number): string => ((240 * at) / Math.max(1, runs.length - 1)).toFixed(1);
  const points = medians.flatMap((median, at) =>
    median === undefined ? [] : [`${toX(at)},${(32 - (30 * median) / top).toFixed(1)}`],
  );
  const stepIndex = runs.findIndex(({ startedAt }) => startedAt === step?.since);
  return html`<svg
    class="spark"
    role="img"
    width="240"
    height="34"
    viewBox="0 0 240 34"
    aria-label="Median latency of ${operation} over ${formatCount(runs.length, 'run')}"
  >
    ${stepIndex >= 0 && html`<line class="mark" x1="${toX(stepIndex)}" x2="${toX(stepIndex)}" y1="0" y2="34" />`}
    <polyline points="${points.join(' ')}" />
  </svg>`;
}
