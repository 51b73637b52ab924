/** The report as one self-contained page. */
import type { ExchangeRow, Report } from '../record/index.ts';
import { neverBegan } from '../wording/index.ts';
import { callersPart } from './callers-part.ts';
import { changesPart } from './changes-part.ts';
import { driftTriage } from './drifts/triage.ts';
import { type ExchangeShelf, exchangeList, exchangeShelf } from './exchanges/index.ts';
import { leftoverList } from './leftover-list.ts';
import { nextSteps } from './next-steps.ts';
import { html, type Content } from './markup.ts';
import { operationMatrix } from './operation-matrix.ts';
import { pageOf, type PageHome, type PageLink } from './page-frame.ts';
import { propertyList } from './property-list.ts';
import { requirementMatrix } from './requirement-matrix.ts';
import { silenceList } from './silence-list.ts';
import { surprisingAnswers } from './surprising-answers.ts';
import { unprovenIn, unprovenPart } from './unproven-part.ts';
import { targetWords, verdictBand, verdictTitle } from './verdict-band.ts';

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
  const [word] = verdictTitle(report);
  const shown = partsOf(report, exchangeShelf(report, record)).filter(
    ({ body }) => body !== undefined && body !== false,
  );
  return pageOf({
    title: `${word}: ${targetWords(report)}`,
    description:
      'What one run of the contract tests found: drifts by cause, requirements, open questions and exchanges.',
    links: shown,
    band: verdictBand(report),
    body: html`${shown.map(({ body }) => body)}`,
    home,
  });
}

/** A part of the page with its link; without a body it is left out. */
interface Part extends PageLink {
  readonly body: Content;
}

function partsOf(report: Report, shelf: ExchangeShelf): Part[] {
  return [
    ...(neverBegan(report)
      ? [{ to: 'next', words: 'Next', body: nextSteps(report) }]
      : findingsOf(report, shelf)),
    {
      to: 'exchanges',
      words: 'Exchanges',
      number: shelf.rows.length,
      body: shelf.rows.length > 0 && exchangeList(shelf, report.run.requests),
    },
  ];
}

function findingsOf(report: Report, shelf: ExchangeShelf): Part[] {
  return [
    {
      to: 'drifts',
      words: 'Drifts',
      number: report.findings.length,
      body: driftTriage(report, shelf),
    },
    { to: 'surprising', words: 'Surprising', body: surprisingAnswers(report) },
    { to: 'changes', words: 'Changes', body: changesPart(report) },
    {
      to: 'unproven',
      words: 'Unproven',
      number: unprovenIn(report).length,
      body: unprovenPart(report),
    },
    ...tablesOf(report, shelf),
    { to: 'properties', words: 'Properties', body: propertyList(report) },
    { to: 'callers', words: 'Callers', body: callersPart(report) },
    { to: 'leftovers', words: 'Left behind', body: leftoverList(report) },
  ];
}

/** Every requirement, every silence and every operation, each in a table. */
function tablesOf(report: Report, shelf: ExchangeShelf): Part[] {
  const column = { name: 'this service', report };
  return [
    {
      to: 'requirements',
      words: 'Requirements',
      number: report.requirements.filter(({ level }) => level === 'must').length,
      body: requirementMatrix([column]),
    },
    {
      to: 'silences',
      words: 'Open questions',
      number: report.silences.length,
      body: report.silences.length > 0 && silenceList([column], shelf),
    },
    {
      to: 'operations',
      words: 'Operations',
      body: report.operations.length > 0 && operationMatrix(report),
    },
  ];
}
