/** Renders a report as one self-contained page. */
import {
  type ExchangeRow,
  findSurprisingAnswers,
  quoteForShell,
  type Report,
} from '../record/index.ts';
import {
  formatCount,
  describeCallerFinding,
  formatMinute,
  endedBeforeFirstCase,
  selectUnproven,
  selectErrored,
  groupByReason,
  withShortReason,
} from '../wording/index.ts';
import { renderDriftTriage } from './drifts/triage.ts';
import { type ExchangesByNumber, renderExchangeList, collectExchanges } from './exchanges/index.ts';
import { html, type Content, type Markup } from './markup.ts';
import { renderOperationMatrix } from './operation-matrix.ts';
import { renderPage, type PageHome, type PagePart } from './page-frame.ts';
import { markCode, command, requirementLink, deferredPart } from './pieces.ts';
import { renderRequirementMatrix, renderSilenceList } from './ledger-tables.ts';
import { describeTarget, renderVerdictBand, getVerdictTitle } from './verdict-band.ts';

/**
 * Returns the page of a report as HTML.
 * @param record all exchanges of the run, redacted; by default, the exchanges in the report
 * @param home the start page of the site, if the page is part of one
 */
export function renderReportPage(
  report: Report,
  record?: Iterable<ExchangeRow>,
  home?: PageHome,
): string {
  const [title] = getVerdictTitle(report);
  const exchanges = collectExchanges(report, record);
  return renderPage({
    title: `${title}: ${describeTarget(report)}`,
    description:
      'What one run of the contract tests found: drifts by cause, requirements, open questions and exchanges.',
    band: renderVerdictBand(report),
    parts: [
      ...(endedBeforeFirstCase(report)
        ? [{ id: 'next', name: 'Next', body: renderNextSteps(report) }]
        : findingParts(report, exchanges)),
      {
        id: 'exchanges',
        name: 'Exchanges',
        number: exchanges.size,
        body: exchanges.size > 0 && renderExchangeList(exchanges, report.run.requests),
      },
    ],
    home,
  });
}

function findingParts(report: Report, exchanges: ExchangesByNumber): PagePart[] {
  const { findings, remembered } = report;
  const since = remembered === undefined ? '' : ` since ${formatMinute(remembered.lastRun)}`;
  const unprovenCount = selectUnproven(report).musts.length;
  return [
    {
      id: 'drifts',
      name: 'Drifts',
      number: findings.length,
      body: renderDriftTriage(report, exchanges),
    },
    {
      id: 'surprising',
      name: 'Surprising',
      title: 'Surprising answers',
      body: renderSurprisingAnswers(report),
    },
    { id: 'changes', name: 'Changes', title: `Changed${since}`, body: renderChanges(report) },
    { id: 'unproven', name: 'Unproven', number: unprovenCount, body: renderUnprovenList(report) },
    ...createTableParts(report),
    { id: 'callers', name: 'Callers', body: renderCallers(report) },
    { id: 'leftovers', name: 'Left behind', body: renderLeftovers(report) },
  ];
}

function createTableParts(report: Report): PagePart[] {
  const { requirements, silences, operations } = report;
  const column = { name: 'this service', report };
  return [
    {
      id: 'requirements',
      name: 'Requirements',
      number: requirements.filter(({ level }) => level === 'must').length,
      body: renderRequirementMatrix([column]),
    },
    {
      id: 'silences',
      name: 'Open questions',
      number: silences.length,
      body: silences.length > 0 && renderSilenceList([column]),
    },
    {
      id: 'operations',
      name: 'Operations',
      body: operations.length > 0 && renderOperationMatrix(report),
    },
  ];
}

/** The next commands after a run that ended before its first case. */
function renderNextSteps({ target, run }: Report): Markup {
  const address = quoteForShell(target.address);
  return html`${command('See a response', `curl -i ${quoteForShell(`${target.address}/books`)}`)}
  ${command('Find the cause', `bookdist doctor ${address}`)}
  ${command('Run again', `bookdist verify ${address} --allow ${run.allow.join(',')}`)}`;
}

function renderSurprisingAnswers({ silences }: Report): Content {
  const answers = findSurprisingAnswers(silences);
  return (
    answers.length > 0 &&
    html`<p class="note">
        The document permits these answers, but few of its readers would expect them. Every client
        must be able to handle them.
      </p>
      <ul class="rows">
        ${answers.map(
          ({ silence, says, answer }) =>
            html`<li>
              ${requirementLink(silence)} <span>${markCode(says)}</span>
              <span class="when">answered <b>${answer}</b></span>
            </li>`,
        )}
      </ul>`
  );
}

function renderChanges({ changed = [], stale = [] }: Report): Content {
  return (
    changed.length + stale.length > 0 &&
    html`<ul>
      ${changed.map(
        ({ silence, answer, previous, since, operation }) =>
          html`<li>
            ${requirementLink(silence)}${operation !== undefined && ` by ${operation}`}: now
            <b>${answer}</b>, before ${previous.join(', ')}
            <span class="when">since ${formatMinute(since)}</span>
          </li>`,
      )}
      ${stale.map(
        ({ requirement, fingerprint, why, reason }) =>
          html`<li>
            ${requirementLink(requirement)} <span class="fingerprint">${fingerprint}</span> is in
            known-drifts.yaml (${reason}) and is ${why}
          </li>`,
      )}
    </ul>`
  );
}

function renderCallers({ callers: rules }: Report): Content {
  if (rules === undefined) return undefined;
  const brokenRules = rules.filter((row) => row.broken > 0);
  const judgedCount = rules.filter((row) => row.judged > 0).length;
  const brokenShare = `${brokenRules.length} of ${formatCount(judgedCount, 'rule')}`;
  return html`<p class="note">
      The programs that made the calls broke ${brokenShare} that applied.
    </p>
    ${brokenRules.map(
      (row) =>
        html`<details class="group" open>
          <summary><b>${row.broken} of ${row.judged}</b> ${row.id}</summary>
          <p>${markCode(row.says)}</p>
          <ul class="rows">
            ${row.findings.map((finding) => html`<li>${describeCallerFinding(finding)}</li>`)}
          </ul>
        </details>`,
    )}`;
}

function renderLeftovers({ leftovers: books, run, target }: Report): Content {
  // Judging a recording creates no books.
  if (target.kind === 'recording') return undefined;
  return html`${
    books.length === 0
      ? html`<p class="none">None: this run removed every book that it created.</p>`
      : html`<ul>
          ${books.map(({ id, externalId, status, reason }) => html`<li><code>${id}</code>${externalId !== undefined && html` (<code>${externalId}</code>)`} is ${status}: ${reason}</li>`)}
        </ul>`
  }
  ${run.journal !== undefined && command('Try again', `bookdist sweep ${quoteForShell(run.journal)}`)}`;
}

/** The unproven and errored requirements, by reason; undefined if there are none. */
function renderUnprovenList(report: Report): Content {
  const { musts, advice } = selectUnproven(report);
  const erroredRows = selectErrored(report);
  const rows = [...erroredRows, ...musts, ...advice].map((row) => withShortReason(row, report));
  if (rows.length === 0) return undefined;
  const sentences = new Map(rows.map(({ id, says }) => [id, says]));
  const counts = [
    formatCount(musts.length, 'requirement'),
    advice.length > 0 && `${formatCount(advice.length, 'piece')} of advice`,
    erroredRows.length > 0 &&
      `${formatCount(erroredRows.length, 'test')} that failed on our side or in the network`,
  ];
  return html`<p class="note">${counts.filter(Boolean).join(', and ')}, by reason.</p>
    ${groupByReason(rows).map(({ reason, ids }) => renderReasonGroup(reason, ids, sentences))}`;
}

function renderReasonGroup(
  reason: string,
  ids: readonly string[],
  sentences: ReadonlyMap<string, string>,
): Markup {
  const consent = /--allow [a-z,]+/.exec(reason)?.[0];
  return html`<details class="group">
    <summary><b>${ids.length}</b> ${reason}</summary>
    ${consent !== undefined && html`<p class="note">To prove them, run again with <code>${consent}</code>.</p>`}
    ${deferredPart(
      html`<ul class="rows">
        ${ids.map((id) => html`<li>${requirementLink(id)} <span>${markCode(sentences.get(id) ?? '')}</span></li>`)}
      </ul>`,
    )}
  </details>`;
}
