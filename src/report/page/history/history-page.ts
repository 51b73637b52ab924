/** Renders the page of a history. */
import {
  html,
  type Content,
  type Markup,
  rowList,
  verdictMark,
  wideTable,
} from '../../../design/pieces.ts';
import {
  type DriftHistory,
  type HistorySummary,
  listMeasuredOperations,
} from '../../history/index.ts';
import { formatCount, formatDuration, formatMinute } from '../../wording/index.ts';
import { renderSectionPage } from '../filtered-rows.ts';
import { renderVerdictLine } from '../verdict-band.ts';
import { renderDriftStrip, renderLatencyLine, renderProvenChart } from './history-charts.ts';

export function renderHistoryPage(summary: HistorySummary): string {
  const { drifts, changes, runs } = summary;
  return renderSectionPage({
    title: `History: ${summary.target}`,
    description:
      'What the contract tests proved over time: drifts, latency and changed answers, run by run.',
    band: renderHead(summary),
    sections: [
      {
        id: 'proven',
        name: 'Proven',
        title: 'What does not conform',
        body: renderProven(summary),
      },
      {
        id: 'drifts',
        name: 'Drifts',
        title: 'Drifts by run',
        number: drifts.length,
        body: renderDrifts(summary),
      },
      { id: 'latency', name: 'Latency', body: renderLatency(summary) },
      {
        id: 'answers',
        name: 'Changed answers',
        number: changes.length,
        body: renderAnswers(summary),
      },
      { id: 'runs', name: 'Runs', number: runs.length, body: renderRuns(summary) },
    ],
  });
}

/** A drift has the colour of the verdict that fits its state. */
const driftKinds = { open: 'drifts', flaky: 'unproven', fixed: 'conforms' } as const;

/** The states, the one that needs most attention first. */
const states = ['open', 'flaky', 'fixed'] as const;

function renderHead(summary: HistorySummary): Markup {
  const { runs, target, drifts, slower } = summary;
  const ranked = drifts.toSorted((a, b) => states.indexOf(a.state) - states.indexOf(b.state));
  // All drifts of a requirement are one thing to fix, in the state of the worst.
  const requirements = [
    ...new Map(ranked.toReversed().map((drift) => [drift.requirement, drift])).values(),
  ];
  const counts = states.flatMap((state) => {
    const { length } = requirements.filter((drift) => drift.state === state);
    return length > 0 ? `${length} ${state}` : [];
  });
  const slowerCount = slower.length > 0 ? [`${slower.length} slower`] : [];
  const title = [...counts, ...slowerCount].join(', ') || 'Steady';
  const [worst] = ranked;
  const kind = worst === undefined || worst.state === 'fixed' ? undefined : driftKinds[worst.state];
  const [first, last] = [runs[0], runs.at(-1)];
  const lead = html`<b>${target}</b>: ${formatCount(runs.length, 'run')} from
    ${formatMinute(first?.startedAt ?? '')} to ${formatMinute(last?.startedAt ?? '')}.`;
  return html`${renderVerdictLine(title, kind ?? (slower.length > 0 ? 'unproven' : 'conforms'), lead)}
    <ul class="plain notable">
      ${listEvents(ranked, slower).map(
        (event) => html`<li>${verdictMark(event.label, event.kind)} ${event.text}</li>`,
      )}
    </ul>`;
}

/** Returns what needs attention, and at the end what no longer does. */
function listEvents(drifts: readonly DriftHistory[], slower: HistorySummary['slower']) {
  const toEvent = (drift: DriftHistory) => ({
    kind: driftKinds[drift.state],
    label: drift.state,
    text: describeDrift(drift),
  });
  return [
    ...drifts.filter(({ state }) => state !== 'fixed').map(toEvent),
    ...slower.map(({ operation, since, before, after }) => ({
      kind: 'unproven' as const,
      label: 'slower',
      text: html`<a href="#latency">${operation}</a> since ${formatMinute(since)}:
        ${formatDuration(before)} before, ${formatDuration(after)} after`,
    })),
    ...drifts.filter(({ state }) => state === 'fixed').map(toEvent),
  ];
}

function describeDrift(drift: DriftHistory): Content {
  const { requirement, operation, fingerprint, state, firstSeen, lastSeen, flakeRate } = drift;
  const operationName = operation === undefined ? '' : ` (${operation})`;
  const name = html`<a href="#drift-${fingerprint}">${requirement}</a>${operationName}`;
  const [first, last] = [formatMinute(firstSeen), formatMinute(lastSeen)];
  if (state === 'open') return html`${name} since ${first}`;
  if (state === 'fixed')
    return html`${name}, shown ${first === last ? first : `from ${first} to ${last}`}`;
  return html`${name} was absent in ${Math.round(100 * flakeRate)} % of the runs since ${first}`;
}

function renderProven({ runs }: HistorySummary): Markup {
  return html`<p class="note">
      Of all requirements in scope, those that <span class="key drifts"></span>drift and those that
      are <span class="key untested"></span>not proven. The rest conforms.
    </p>
    ${renderProvenChart(runs)}`;
}

function renderDrifts({ drifts, runs }: HistorySummary): Content {
  if (drifts.length === 0) return html`<p class="note">None of these runs has a drift.</p>`;
  const rows = drifts.map((drift) => [
    html`<span id="drift-${drift.fingerprint}"
      ><b>${drift.requirement}</b> ${drift.operation ?? ''}
      <span class="fingerprint">${drift.fingerprint}</span></span
    >`,
    verdictMark(drift.state, driftKinds[drift.state]),
    renderDriftStrip(drift, runs),
    formatMinute(drift.firstSeen),
    formatMinute(drift.lastSeen),
    drift.state === 'flaky' ? `${Math.round(100 * drift.flakeRate)} %` : '–',
  ]);
  return html`<p class="note">
      <span class="key drifts"></span>shown, <span class="key conforms"></span>tested and not shown,
      <span class="key untested"></span>not tested in full. One column for each run.
    </p>
    ${wideTable('Drifts by run', ['drift', 'state', 'runs', 'first seen', 'last seen', 'flake rate'], rows)}`;
}

function renderLatency({ runs, slower }: HistorySummary): Content {
  const operations = listMeasuredOperations(runs);
  if (operations.length === 0) return html`<p class="note">No run measured an operation.</p>`;
  const rows = operations.map((operation) => {
    const step = slower.findLast((slow) => slow.operation === operation);
    const last = runs.at(-1)?.latency.find((entry) => entry.operation === operation);
    return [
      operation,
      renderLatencyLine(operation, runs, step),
      last === undefined ? '–' : formatDuration(last.median),
      last === undefined ? '–' : formatDuration(last.p95),
      step === undefined
        ? 'steady'
        : verdictMark(`slower since ${formatMinute(step.since)}`, 'unproven'),
    ];
  });
  const heads = ['operation', 'median by run', 'last median', 'last 95th percentile', 'verdict'];
  return html`<p class="note">
      Medians by run. An operation counts as slower if three runs in a row exceed the noise of its
      earlier runs.
    </p>
    ${wideTable('Latency', heads, rows)}`;
}

function renderAnswers({ changes }: HistorySummary): Content {
  if (changes.length === 0)
    return html`<p class="note">Every open question was answered as before.</p>`;
  const rows = changes
    .toReversed()
    .map(
      ({ silence, startedAt, before, after }) =>
        html`<span class="id">${silence}</span> ${before} → <b>${after}</b>
          <span class="soft">${formatMinute(startedAt)}</span>`,
    );
  return rowList(rows);
}

function renderRuns({ runs }: HistorySummary): Markup {
  const heads = ['run', 'exit code', 'proven', 'conform', 'drifts', 'took', 'contract'];
  const rows = runs
    .toReversed()
    .map((run) => [
      formatMinute(run.startedAt),
      run.exitCode,
      `${run.proven} of ${run.total}`,
      run.conforms,
      run.drifts.length,
      `${formatDuration(run.took)}, ${formatCount(run.requests, 'request')}`,
      run.contract,
    ]);
  return wideTable('Runs', heads, rows);
}
