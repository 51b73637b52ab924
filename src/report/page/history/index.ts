/** Renders the page of a history. */
import {
  type DriftHistory,
  type HistoryLine,
  type HistorySummary,
  listMeasuredOperations,
} from '../../history/index.ts';
import { formatCount, formatMinute } from '../../wording/index.ts';
import { html, type Content, type Markup } from '../markup.ts';
import { renderPage, type PageHome } from '../page-frame.ts';
import { table, scrollRegion, formatDuration, verdictMark } from '../pieces.ts';
import { renderDriftStrip, renderLatencyLine, renderProvenChart } from './history-charts.ts';

export function renderHistoryPage(summary: HistorySummary, home?: PageHome): string {
  const { drifts, changes, runs } = summary;
  return renderPage({
    title: `History: ${summary.target}`,
    description:
      'What the contract tests proved over time: drifts, latency and changed answers, run by run.',
    band: renderHistoryHead(summary),
    parts: [
      {
        id: 'proven',
        name: 'Proven',
        title: 'Proven and conforming',
        body: renderProvenPart(summary),
      },
      {
        id: 'drifts',
        name: 'Drifts',
        title: 'Drifts by run',
        number: drifts.length,
        body: renderDriftPart(summary),
      },
      { id: 'latency', name: 'Latency', body: renderLatencyPart(summary) },
      {
        id: 'answers',
        name: 'Changed answers',
        number: changes.length,
        body: renderAnswersPart(summary),
      },
      { id: 'runs', name: 'Runs', number: runs.length, body: renderRunsPart(summary) },
    ],
    home,
  });
}

function renderHistoryHead(summary: HistorySummary): Markup {
  const { runs, target } = summary;
  const notableEvents = findNotableEvents(summary);
  const [first, last] = [runs[0], runs.at(-1)];
  return html`<div class="verdict-line ${chooseHeadKind(notableEvents)}">
      <h1>
        <span class="glyph" aria-hidden="true"></span
        >${notableEvents.length === 0 ? 'Steady' : formatCount(notableEvents.length, 'thing to know', 'things to know')}
      </h1>
      <p class="lead">
        <b class="target">${target}</b>: ${formatCount(runs.length, 'run')} from
        ${formatMinute(first?.startedAt ?? '')} to ${formatMinute(last?.startedAt ?? '')}.
      </p>
    </div>
    ${
      notableEvents.length > 0 &&
      html`<ul class="notable">
        ${notableEvents.map(({ kind, label, text }) => html`<li>${verdictMark(label, kind)} ${text}</li>`)}
      </ul>`
    }`;
}

/** A drift has the colour of the verdict that fits its state. */
const driftKinds = { open: 'drifts', flaky: 'unproven', fixed: 'conforms' } as const;

interface NotableEvent {
  readonly kind: 'drifts' | 'unproven' | 'conforms';
  readonly label: string;
  readonly text: Content;
}

function chooseHeadKind(events: readonly NotableEvent[]): NotableEvent['kind'] {
  if (events.some(({ kind }) => kind === 'drifts')) return 'drifts';
  return events.length > 0 ? 'unproven' : 'conforms';
}

function findNotableEvents({ drifts, slower }: HistorySummary): NotableEvent[] {
  return [
    ...drifts.map((drift): NotableEvent => ({
      kind: driftKinds[drift.state],
      label: drift.state,
      text: describeDrift(drift),
    })),
    ...slower.map(({ operation, since, before, after }): NotableEvent => ({
      kind: 'unproven',
      label: 'slower',
      text: html`<a href="#latency">${operation}</a> since ${formatMinute(since)}:
        ${formatDuration(before)} before, ${formatDuration(after)} after`,
    })),
  ];
}

function describeDrift(drift: DriftHistory): Content {
  const { requirement, operation, fingerprint, state, firstSeen, lastSeen, flakeRate } = drift;
  const operationName = operation === undefined ? '' : ` (${operation})`;
  const name = html`<a href="#drift-${fingerprint}">${requirement}</a>${operationName}`;
  if (state === 'open') return html`${name} since ${formatMinute(firstSeen)}`;
  if (state === 'fixed')
    return html`${name}, shown from ${formatMinute(firstSeen)} to ${formatMinute(lastSeen)}`;
  return html`${name} was absent in ${Math.round(100 * flakeRate)} % of the runs since
  ${formatMinute(firstSeen)}`;
}

function renderProvenPart({ runs }: HistorySummary): Markup {
  return html`<p class="note">
      Of all requirements in scope, <span class="key conforms"></span>conforming ones among the
      <span class="key unproven0"></span>proven ones.
    </p>
    ${renderProvenChart(runs)}`;
}

function renderDriftPart({ drifts, runs }: HistorySummary): Markup {
  const rows = drifts.map(
    (drift) =>
      html`<tr id="drift-${drift.fingerprint}">
        <th scope="row">
          <b>${drift.requirement}</b> ${drift.operation ?? ''}
          <span class="fingerprint">${drift.fingerprint}</span>
        </th>
        <td>${verdictMark(drift.state, driftKinds[drift.state])}</td>
        <td>${renderDriftStrip(drift, runs)}</td>
        <td>${formatMinute(drift.firstSeen)}</td>
        <td>${formatMinute(drift.lastSeen)}</td>
        <td>${drift.state === 'flaky' ? `${Math.round(100 * drift.flakeRate)} %` : '–'}</td>
      </tr>`,
  );
  return html`<p class="note">
      <span class="key drifts"></span>shown, <span class="key conforms"></span>tested and not shown,
      <span class="key unproven2"></span>not tested in full. One column for each run.
    </p>
    ${drifts.length === 0 ? html`<p class="none">None of these runs has a drift.</p>` : scrollRegion('Drifts by run', table('grid words', ['drift', 'state', 'runs', 'first seen', 'last seen', 'flake rate'], rows))}`;
}

function renderLatencyPart({ runs, slower }: HistorySummary): Markup {
  const operations = listMeasuredOperations(runs);
  const rows = operations.map((operation) => {
    const step = slower.findLast((slow) => slow.operation === operation);
    const last = runs.at(-1)?.latency.find((entry) => entry.operation === operation);
    return html`<tr>
      <th scope="row">${operation}</th>
      <td>${renderLatencyLine(operation, runs, step)}</td>
      <td>${last === undefined ? '–' : formatDuration(last.median)}</td>
      <td>${last === undefined ? '–' : formatDuration(last.p95)}</td>
      <td>
        ${step === undefined ? 'steady' : verdictMark(`slower since ${formatMinute(step.since)}`, 'unproven')}
      </td>
    </tr>`;
  });
  return html`<p class="note">
      Medians by run. An operation counts as slower if three runs in a row exceed the noise of its
      earlier runs.
    </p>
    ${operations.length === 0 ? html`<p class="none">No run measured an operation.</p>` : scrollRegion('Latency', table('grid words', ['operation', 'median by run', 'last median', 'last 95th percentile', 'verdict'], rows))}`;
}

function renderAnswersPart({ changes }: HistorySummary): Markup {
  if (changes.length === 0)
    return html`<p class="none">Every open question was answered as before.</p>`;
  return html`<ul class="rows">
    ${changes.toReversed().map(
      ({ silence, startedAt, before, after }) =>
        html`<li>
          <span class="id">${silence}</span> ${before} → <b>${after}</b>
          <span class="when">${formatMinute(startedAt)}</span>
        </li>`,
    )}
  </ul>`;
}

function renderRunsPart({ runs }: HistorySummary): Markup {
  const heads = ['run', 'exit code', 'proven', 'conform', 'drifts', 'took', 'contract'];
  return scrollRegion('Runs', table('grid', heads, runs.toReversed().map(renderRunRow)));
}

function renderRunRow(run: HistoryLine): Markup {
  return html`<tr>
    <th scope="row">${formatMinute(run.startedAt)}</th>
    <td>${run.exitCode}</td>
    <td>${run.proven} of ${run.total}</td>
    <td>${run.conforms}</td>
    <td>${run.drifts.length}</td>
    <td>${formatDuration(run.took)}, ${formatCount(run.requests, 'request')}</td>
    <td>${run.contract}</td>
  </tr>`;
}
