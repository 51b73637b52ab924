/** Renders the charts of a history, next to tables with their numbers. */
import { html, type Markup } from '../../../design/pieces.ts';
import type { DriftHistory, HistoryLine, LatencyStep } from '../../history/index.ts';
import { formatCount, formatMinute } from '../../wording/index.ts';

/** In units of the area chart, which a page stretches to its width. */
const [width, height] = [960, 96];
/** The pixels of a run in a strip, with the gap after it. */
const cellWidth = 8;
/** The pixels of a line chart, with a margin above and below the line. */
const [lineWidth, lineHeight, lineMargin] = [240, 34, 2];

/** An area chart of the requirements that drift, and above them those that are not proven, over the runs. */
export function renderProvenChart(runs: readonly HistoryLine[]): Markup {
  const countDrifting = (run: HistoryLine): number => run.proven - run.conforms;
  const countOpen = (run: HistoryLine): number => run.total - run.conforms;
  // Most requirements conform, so the chart shows the others in its full height.
  const top = Math.max(1, ...runs.map(countOpen));
  const last = runs.at(-1);
  return html`<svg
      class="chart"
      preserveAspectRatio="none"
      role="img"
      viewBox="0 0 ${width} ${height}"
      aria-label="Over ${formatCount(runs.length, 'run')}; in the last one ${last ? countDrifting(last) : 0} of ${last?.total ?? 0} requirements drift, ${last ? last.total - last.proven : 0} are not proven"
    >
      <line class="axis" x1="0" x2="${width}" y1="${height}" y2="${height}" />
      <line class="axis" x1="0" x2="${width}" y1="0.5" y2="0.5" />
      <polygon class="untested" points="${toPolygon(runs.map((run) => countOpen(run) / top))}" />
      <polygon class="drifts" points="${toPolygon(runs.map((run) => countDrifting(run) / top))}" />
    </svg>
    <p class="line soft chart-ends">
      <span>${formatDay(runs[0])}</span><span>${formatCount(top, 'requirement')} at the top</span
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
    (share, index) => `${(index * step).toFixed(1)},${(height * (1 - share)).toFixed(1)}`,
  );
  return [`0,${height}`, ...line, `${width},${height}`].join(' ');
}

/** The colour of a run in a strip. */
const cellKinds = { shown: 'drifts', absent: 'conforms', untested: 'untested' } as const;

/** A strip with a cell for each run, which shows whether the run had the drift. */
export function renderDriftStrip(
  { cells, requirement }: DriftHistory,
  runs: readonly HistoryLine[],
): Markup {
  const shownCount = cells.filter((cell) => cell === 'shown').length;
  return html`<svg
    role="img"
    width="${cellWidth * cells.length}"
    height="16"
    viewBox="0 0 ${cellWidth * cells.length} 16"
    aria-label="${requirement} shown in ${shownCount} of ${formatCount(cells.length, 'run')}"
  >
    ${cells.map((cell, index) => html`<rect class="${cellKinds[cell]}" x="${cellWidth * index}" width="${cellWidth - 1}" height="16" rx="1"><title>${formatMinute(runs[index]?.startedAt ?? '')}: ${cell}</title></rect>`)}
  </svg>`;
}

/** A line chart of an operation's medians, with a mark at the run in which it became slower. */
export function renderLatencyLine(
  operation: string,
  runs: readonly HistoryLine[],
  step: LatencyStep | undefined,
): Markup {
  const medians = runs.map((run) => run.latency.find((row) => row.operation === operation)?.median);
  const slowest = Math.max(1, ...medians.map((median) => median ?? 0));
  const toX = (index: number): string =>
    ((lineWidth * index) / Math.max(1, runs.length - 1)).toFixed(1);
  const lineRange = lineHeight - 2 * lineMargin;
  const toY = (median: number): string =>
    (lineHeight - lineMargin - (lineRange * median) / slowest).toFixed(1);
  const points = medians.flatMap((median, index) =>
    median === undefined ? [] : [`${toX(index)},${toY(median)}`],
  );
  const stepIndex = runs.findIndex(({ startedAt }) => startedAt === step?.since);
  return html`<svg
    role="img"
    width="${lineWidth}"
    height="${lineHeight}"
    viewBox="0 0 ${lineWidth} ${lineHeight}"
    aria-label="Median latency of ${operation} over ${formatCount(runs.length, 'run')}"
  >
    ${stepIndex >= 0 && html`<line class="mark" x1="${toX(stepIndex)}" x2="${toX(stepIndex)}" y1="0" y2="${lineHeight}" />`}
    <polyline points="${points.join(' ')}" />
  </svg>`;
}
