/** The page of a history. */
import type { DriftHistory, HistoryLine, HistorySummary } from '../../history/index.ts';
import { formatCount, formatMinute } from '../../wording/index.ts';
import { html, type Content, type Markup } from '../markup.ts';
import { renderPage, type PageHome } from '../page-frame.ts';
import { table, scrollRegion, formatDuration, verdictMark } from '../pieces.ts';
import { driftStrip, latencyLine, provenChart } from './history-charts.ts';

/** Writes the page. */
export function historyPage(summary: HistorySummary, home?: PageHome): string {
  const { drifts, changes, runs } = summary;
  return renderPage({
    title: `History: ${summary.target}`,
    description:
      'What the contract tests proved over time: drifts, latency and changed answers, night by night.',
    band: historyHead(summary),
    parts: [
      {
        id: 'proven',
        name: 'Proven',
        title: 'Proven and conforming',
        body: provenPart(summary),
      },
      {
        id: 'drifts',
        name: 'Drifts',
        title: 'Drifts by run',
        number: drifts.length,
        body: driftPart(summary),
      },
      { id: 'latency', name: 'Latency', body: latencyPart(summary) },
      {
        id: 'answers',
        name: 'Changed answers',
        number: changes.length,
        body: answersPart(summary),
      },
      { id: 'runs', name: 'Runs', number: runs.length, body: runsPart(summary) },
    ],
    home,
  });
}

function historyHead(summary: HistorySummary): Markup {
  const { runs, target } = summary;
  const notable = findNotable(summary);
  const [first, last] = [runs[0], runs.at(-1)];
  const kind = notable.some(({ kind: notableKind }) => notableKind === 'drifts')
    ? 'drifts'
    : notable.length > 0
      ? 'unproven'
      : 'conforms';
  return html`<div class="verdict-line ${kind}">
      <h1>
        <span class="glyph" aria-hidden="true"></span
        >${notable.length === 0 ? 'Steady' : formatCount(notable.length, 'thing to know', 'things to know')}
      </h1>
      <p class="lead">
        <b class="target">${target}</b>: ${formatCount(runs.length, 'run')} from
        ${formatMinute(first?.startedAt ?? '')} to ${formatMinute(last?.startedAt ?? '')}.
      </p>
    </div>
    ${
      notable.length > 0 &&
      html`<ul class="notable">
        ${notable.map(({ kind: notableKind, label, text }) => html`<li>${verdictMark(label, notableKind)} ${text}</li>`)}
      </ul>`
    }`;
}

interface Notable {
  readonly kind: 'drifts' | 'unproven' | 'conforms';
  readonly label: string;
  readonly text: Content;
}

function findNotable({ drifts, slower }: HistorySummary): Notable[] {
  return [
    ...drifts.map((drift): Notable => {
      const kind = { open: 'drifts', flaky: 'unproven', fixed: 'conforms' } as const;
      return { kind: kind[drift.state], label: drift.state, text: describeDrift(drift) };
    }),
    ...slower.map(({ operation, since, before, after }): Notable => ({
      kind: 'unproven',
      label: 'slower',
      text: html`<a href="#latency">${operation}</a> since ${formatMinute(since)}:
        ${formatDuration(before)} before, ${formatDuration(after)} after`,
    })),
  ];
}

function describeDrift({
  requirement,
  operation,
  fingerprint,
  state,
  firstSeen,
  lastSeen,
  flakeRate,
}: DriftHistory): Content {
  const operationName = operation === undefined ? '' : ` (${operation})`;
  const name = html`<a href="#drift-${fingerprint}">${requirement}</a>${operationName}`;
  if (state === 'open') return html`${name} since ${formatMinute(firstSeen)}`;
  if (state === 'fixed')
    return html`${name}, shown from ${formatMinute(firstSeen)} to ${formatMinute(lastSeen)}`;
  return html`${name} was absent in ${Math.round(100 * flakeRate)} % of the runs since
  ${formatMinute(firstSeen)}`;
}

function provenPart({ runs }: HistorySummary): Markup {
  return html`<p class="note">
      <span class="key conforms"></span>conforming, of <span class="key unproven0"></span>proven, of
      all requirements.
    </p>
    ${provenChart(runs)}`;
}

function driftPart({ drifts, runs }: HistorySummary): Markup {
  const rows = drifts.map(
    (drift) =>
      html`<tr id="drift-${drift.fingerprint}">
        <th scope="row">
          <b>${drift.requirement}</b> ${drift.operation ?? ''}
          <span class="fingerprint">${drift.fingerprint}</span>
        </th>
        <td>
          ${verdictMark(drift.state, { open: 'drifts', flaky: 'unproven', fixed: 'conforms' }[drift.state])}
        </td>
        <td>${driftStrip(drift, runs)}</td>
        <td>${formatMinute(drift.firstSeen)}</td>
        <td>${formatMinute(drift.lastSeen)}</td>
        <td>${drift.state === 'flaky' ? `${Math.round(100 * drift.flakeRate)} %` : '–'}</td>
      </tr>`,
  );
  return html`<p class="note">
      <span class="key drifts"></span>shown, <span class="key conforms"></span>tested and not shown,
      <span class="key unproven2"></span>not tested in full. One column for each run.
    </p>
    ${drifts.length === 0 ? html`<p class="none">None of these runs has one.</p>` : scrollRegion('Drifts by run', table('grid words', ['drift', 'state', 'runs', 'first seen', 'last seen', 'flake rate'], rows))}`;
}

function latencyPart({ runs, slower }: HistorySummary): Markup {
  const operations = [
    ...new Set(runs.flatMap(({ latency }) => latency.map(({ operation }) => operation))),
  ];
  const rows = operations.map((operation) => {
    const step = slower.findLast((slow) => slow.operation === operation);
    const last = runs.at(-1)?.latency.find((entry) => entry.operation === operation);
    return html`<tr>
      <th scope="row">${operation}</th>
      <td>${latencyLine(operation, runs, step)}</td>
      <td>${last === undefined ? '–' : formatDuration(last.median)}</td>
      <td>${last === undefined ? '–' : formatDuration(last.p95)}</td>
      <td>
        ${step === undefined ? 'steady' : verdictMark(`slower since ${formatMinute(step.since)}`, 'unproven')}
      </td>
    </tr>`;
  });
  return html`<p class="note">
      Medians by run. An operation is called slower when three runs together exceed the noise of its
      own earlier runs.
    </p>
    ${operations.length === 0 ? html`<p class="none">No run measured any.</p>` : scrollRegion('Latency', table('grid words', ['operation', 'median by run', 'last median', 'last 95th percentile', 'verdict'], rows))}`;
}

function answersPart({ changes }: HistorySummary): Markup {
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

function runsPart({ runs }: HistorySummary): Markup {
  const heads = ['run', 'exit code', 'proven', 'conform', 'drifts', 'took', 'contract'];
  return scrollRegion('Runs', table('grid', heads, runs.toReversed().map(runRow)));
}

function runRow({
  startedAt,
  exitCode,
  proven,
  total,
  conforms,
  drifts,
  took,
  requests,
  contract,
}: HistoryLine): Markup {
  return html`<tr>
    <th scope="row">${formatMinute(startedAt)}</th>
    <td>${exitCode}</td>
    <td>${proven} of ${total}</td>
    <td>${conforms}</td>
    <td>${drifts.length}</td>
    <td>${formatDuration(took)}, ${formatCount(requests, 'request')}</td>
    <td>${contract}</td>
  </tr>`;
}
