/** The report as one self-contained page. */
import {
  type ExchangeRow,
  findSurprisingAnswers,
  quoteForShell,
  type Report,
} from '../record/index.ts';
import {
  formatCount,
  describeCall,
  formatMinute,
  hasNeverBegun,
  selectUnproven,
  selectErrored,
  groupByReason,
  withShortReason,
} from '../wording/index.ts';
import { driftTriage } from './drifts/triage.ts';
import { type ExchangesByNumber, exchangeList, collectExchanges } from './exchanges/index.ts';
import { html, type Content, type Markup } from './markup.ts';
import { operationMatrix } from './operation-matrix.ts';
import { renderPage, type PageHome, type PagePart } from './page-frame.ts';
import { markCode, command, requirementLink, deferred } from './pieces.ts';
import { requirementMatrix, silenceList } from './ledger-tables.ts';
import { describeTarget, verdictBand, verdictTitle } from './verdict-band.ts';

/**
 * Writes the page of a report.
 * @param record every exchange of the run, redacted; without it the page has those in the report
 * @param home the site that the page is part of
 */
export function reportPage(
  report: Report,
  record?: Iterable<ExchangeRow>,
  home?: PageHome,
): string {
  const [title] = verdictTitle(report);
  const exchanges = collectExchanges(report, record);
  return renderPage({
    title: `${title}: ${describeTarget(report)}`,
    description:
      'What one run of the contract tests found: drifts by cause, requirements, open questions and exchanges.',
    band: verdictBand(report),
    parts: [
      ...(hasNeverBegun(report)
        ? [{ id: 'next', name: 'Next', body: nextSteps(report) }]
        : findingParts(report, exchanges)),
      {
        id: 'exchanges',
        name: 'Exchanges',
        number: exchanges.size,
        body: exchanges.size > 0 && exchangeList(exchanges, report.run.requests),
      },
    ],
    home,
  });
}

function findingParts(report: Report, exchanges: ExchangesByNumber): PagePart[] {
  const { findings, remembered } = report;
  const since = remembered === undefined ? '' : ` since ${formatMinute(remembered.lastRun)}`;
  const unproven = selectUnproven(report).musts.length;
  return [
    { id: 'drifts', name: 'Drifts', number: findings.length, body: driftTriage(report, exchanges) },
    {
      id: 'surprising',
      name: 'Surprising',
      title: 'Surprising answers',
      body: surprisingAnswers(report),
    },
    { id: 'changes', name: 'Changes', title: `Changed${since}`, body: changes(report) },
    { id: 'unproven', name: 'Unproven', number: unproven, body: unprovenList(report) },
    ...tableParts(report),
    { id: 'callers', name: 'Callers', body: callers(report) },
    { id: 'leftovers', name: 'Left behind', body: leftovers(report) },
  ];
}

function tableParts(report: Report): PagePart[] {
  const { requirements, silences, operations } = report;
  const column = { name: 'this service', report };
  return [
    {
      id: 'requirements',
      name: 'Requirements',
      number: requirements.filter(({ level }) => level === 'must').length,
      body: requirementMatrix([column]),
    },
    {
      id: 'silences',
      name: 'Open questions',
      number: silences.length,
      body: silences.length > 0 && silenceList([column]),
    },
    {
      id: 'operations',
      name: 'Operations',
      body: operations.length > 0 && operationMatrix(report),
    },
  ];
}

/** The advice after a run that ended at its first response; the head of the page has the reason. */
function nextSteps({ target, run }: Report): Markup {
  const address = quoteForShell(target.address);
  return html`${command('See an answer', `curl -i ${quoteForShell(`${target.address}/books`)}`)}
  ${command('Find the cause', `bookdist doctor ${address}`)}
  ${command('Run again', `bookdist verify ${address} --allow ${run.allow.join(',')}`)}`;
}

function surprisingAnswers({ silences }: Report): Content {
  const answers = findSurprisingAnswers(silences);
  return (
    answers.length > 0 &&
    html`<p class="note">
        The document permits these answers, but few of its readers would expect them. A client
        should know them.
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

function changes({ changed = [], stale = [] }: Report): Content {
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

function callers({ callers: rules }: Report): Content {
  if (rules === undefined) return undefined;
  const broken = rules.filter((row) => row.broken > 0);
  const judged = rules.filter((row) => row.judged > 0).length;
  return html`<p class="note">
      The programs that made the calls broke ${formatCount(broken.length, 'rule')} of ${judged} that
      applied.
    </p>
    ${broken.map(
      (row) =>
        html`<details class="group" open>
          <summary><b>${row.broken} of ${row.judged}</b> ${row.id}</summary>
          <p>${markCode(row.says)}</p>
          <ul class="rows">
            ${row.findings.map((finding) => html`<li>${describeCall(finding)}</li>`)}
          </ul>
        </details>`,
    )}`;
}

function leftovers({ leftovers: books, run, operations }: Report): Content {
  if (books.length === 0 && operations.length === 0) return undefined;
  return html`${
    books.length === 0
      ? html`<p class="none">Nothing: every book of this run is gone.</p>`
      : html`<ul>
          ${books.map(({ id, externalId, status, reason }) => html`<li><code>${id}</code>${externalId !== undefined && html` (<code>${externalId}</code>)`} is ${status}: ${reason}</li>`)}
        </ul>`
  }
  ${run.journal !== undefined && command('try again', `bookdist sweep ${quoteForShell(run.journal)}`)}`;
}

/** Returns the groups; nothing if everything was proven. */
function unprovenList(report: Report): Content {
  const { musts, advice } = selectUnproven(report);
  const errored = selectErrored(report);
  const unproven = [...errored, ...musts, ...advice].map((row) => withShortReason(row, report));
  if (unproven.length === 0) return undefined;
  const sentences = new Map(unproven.map(({ id, says }) => [id, says]));
  const otherCounts = [
    ...(advice.length > 0 ? [`${advice.length} of advice`] : []),
    ...(errored.length > 0
      ? [`${formatCount(errored.length, 'test')} that failed on our side or in the network`]
      : []),
  ];
  return html`<p class="note">
      ${[formatCount(musts.length, 'requirement'), ...otherCounts].join(', and ')}, by reason.
    </p>
    ${groupByReason(unproven).map(({ reason, ids }) => reasonGroup(reason, ids, sentences))}`;
}

function reasonGroup(
  reason: string,
  ids: readonly string[],
  sentences: ReadonlyMap<string, string>,
): Markup {
  const consent = /--allow [a-z,]+/.exec(reason)?.[0];
  return html`<details class="group">
    <summary><b>${ids.length}</b> ${reason}</summary>
    ${consent !== undefined && html`<p class="note">To prove them, run again with <code>${consent}</code>.</p>`}
    ${deferred(
      html`<ul class="rows">
        ${ids.map((id) => html`<li>${requirementLink(id)} <span>${markCode(sentences.get(id) ?? '')}</span></li>`)}
      </ul>`,
    )}
  </details>`;
}
