/** Renders a report as one self-contained page. */
import {
  html,
  type Content,
  type Markup,
  command,
  foldedPanel,
  markCode,
  rowList,
} from '../../design/pieces.ts';
import {
  type ExchangeRow,
  findSurprisingAnswers,
  quoteForShell,
  type Report,
  type RequirementRow,
} from '../record/index.ts';
import {
  formatCount,
  describeCallerFinding,
  formatMinute,
  formatVerdictHeading,
  endedBeforeFirstCase,
  selectUnproven,
  selectErrored,
  groupByReason,
  withShortReason,
} from '../wording/index.ts';
import {
  renderUnprovenParts,
  renderRequirementMatrix,
  renderSilenceList,
  requirementLink,
} from './ledger-tables.ts';
import { renderDriftTriage } from './drifts/triage.ts';
import { type ExchangesByNumber, renderExchangeList, collectExchanges } from './exchange-list.ts';
import { renderOperationMatrix } from './operation-matrix.ts';
import { renderSectionPage, type Section } from './filtered-rows.ts';
import { describeTarget, renderVerdictBand } from './verdict-band.ts';

/**
 * Returns the page of a report as HTML.
 * @param record all exchanges of the run, redacted; by default, the exchanges in the report
 */
export function renderReportPage(report: Report, record?: Iterable<ExchangeRow>): string {
  const title = formatVerdictHeading(report);
  const exchanges = collectExchanges(report, record);
  return renderSectionPage({
    title: `${title}: ${describeTarget(report)}`,
    description:
      'What one run of the contract tests found: drifts by cause, requirements, open questions and exchanges.',
    band: renderVerdictBand(report),
    sections: [
      ...(endedBeforeFirstCase(report)
        ? [{ id: 'next', name: 'Next', body: renderNextSteps(report) }]
        : createSections(report, exchanges)),
      {
        id: 'exchanges',
        name: 'Exchanges',
        number: exchanges.size,
        body: exchanges.size > 0 && renderExchangeList(exchanges, report.run.requests),
      },
    ],
  });
}

/** The sections of a run that tested something; those without a body are left out. */
function createSections(report: Report, exchanges: ExchangesByNumber): Section[] {
  const { findings, remembered, requirements, silences, operations, contract } = report;
  const since = remembered === undefined ? '' : ` since ${formatMinute(remembered.lastRun)}`;
  const columns = [{ name: 'this service', report }];
  const named = (name: string, body: Content) => ({ id: name.toLowerCase(), name, body });
  return [
    { ...named('Drifts', renderDriftTriage(report, exchanges)), number: findings.length },
    { ...named('Surprising', renderSurprisingAnswers(report)), title: 'Surprising answers' },
    { ...named('Changes', renderChanges(report)), title: `Changed${since}` },
    {
      ...named('Unproven', renderUnprovenList(report)),
      number: selectUnproven(report).musts.length,
    },
    {
      ...named('Contract', renderUnprovenParts(report)),
      title: 'Parts of the contract that were not checked',
      number: contract.unproven.length,
    },
    {
      ...named('Requirements', renderRequirementMatrix(columns)),
      number: requirements.filter(({ level }) => level === 'must').length,
    },
    {
      id: 'silences',
      name: 'Open questions',
      number: silences.length,
      body: silences.length > 0 && renderSilenceList(columns),
    },
    named('Operations', operations.length > 0 && renderOperationMatrix(report)),
    named('Callers', renderCallers(report)),
    { id: 'leftovers', name: 'Left behind', body: renderLeftovers(report) },
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
  const rows = findSurprisingAnswers(silences).map(
    ({ silence, says, answer }) =>
      html`${requirementLink(silence)} ${markCode(says)}
        <p class="soft">answered <b>${answer}</b></p>`,
  );
  const note =
    'The document permits these answers, but few of its readers would expect them. Every client must be able to handle them.';
  return (
    rows.length > 0 &&
    html`<p class="note">${note}</p>
      ${rowList(rows)}`
  );
}

function renderChanges({ changed = [], stale = [] }: Report): Content {
  const rows = [
    ...changed.map(
      ({ silence, answer, previous, since, operation }) =>
        html`${requirementLink(silence)}${operation !== undefined && ` by ${operation}`}: now
          <b>${answer}</b>, before ${previous.join(', ')}
          <span class="soft">since ${formatMinute(since)}</span>`,
    ),
    ...stale.map(
      ({ requirement, fingerprint, why, reason }) =>
        html`${requirementLink(requirement)} <span class="fingerprint">${fingerprint}</span> is in
          known-drifts.yaml (${reason}) and is ${why}`,
    ),
  ];
  return rows.length > 0 && rowList(rows);
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
        html`<details class="panel group" open>
          <summary><b>${row.broken} of ${row.judged}</b> ${row.id}</summary>
          <p>${markCode(row.says)}</p>
          ${rowList(row.findings.map(describeCallerFinding))}
        </details>`,
    )}`;
}

function renderLeftovers({ leftovers: books, run, target }: Report): Content {
  // Judging a recording creates no books.
  if (target.kind === 'recording') return undefined;
  const rows = books.map(
    ({ id, externalId, status, reason }) =>
      html`<code>${id}</code>${externalId !== undefined && html` (<code>${externalId}</code>)`} is
        ${status}: ${reason}`,
  );
  const none = html`<p class="note">None: this run removed every book that it created.</p>`;
  return html`${rows.length === 0 ? none : rowList(rows)}
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
    ${groupByReason(rows).map(({ reason, ids }) => {
      const list = ids.map(
        (id) => html`${requirementLink(id)} ${markCode(sentences.get(id) ?? '')}`,
      );
      return foldedPanel(
        html`<b>${ids.length}</b> ${reason}${describeAdvice(ids, advice)}`,
        html`${suggestConsent(reason)} ${rowList(list)}`,
      );
    })}`;
}

/** Says how many of the ids are advice, because the head of the report counts requirements alone. */
function describeAdvice(ids: readonly string[], advice: readonly RequirementRow[]): string {
  const { length } = advice.filter(({ id }) => ids.includes(id));
  return length === 0 || length === ids.length ? '' : `, ${length} of them advice`;
}

function suggestConsent(reason: string): Content {
  const consent = /--allow [a-z,]+/.exec(reason)?.[0];
  return (
    consent !== undefined &&
    html`<p class="note">To prove them, run again with <code>${consent}</code>.</p>`
  );
}
