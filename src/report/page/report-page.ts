/** The report as one page that needs nothing but itself. */
import type { ExchangeRow, Report } from '../record/index.ts';
import { driftCards } from './drift-cards.ts';
import { exchangeList } from './exchange-list.ts';
import { exchangeShelf } from './exchange-shelf.ts';
import { leftoverList } from './leftover-list.ts';
import { html } from './markup.ts';
import { operationMatrix } from './operation-matrix.ts';
import { overTime } from './over-time.ts';
import { pageOf, type PageLink } from './page-frame.ts';
import { propertyList } from './property-list.ts';
import { requirementMatrix } from './requirement-matrix.ts';
import { silenceList } from './silence-list.ts';
import { targetWords, verdictBand, verdictTitle } from './verdict-band.ts';

/**
 * Writes the page of a report.
 * @param record every exchange of the run, redacted; without it the page has those the report tells
 */
export function reportPage(report: Report, record?: Iterable<ExchangeRow>): string {
  const shelf = exchangeShelf(report, record);
  const [word] = verdictTitle(report);
  const column = { name: 'this service', report };
  return pageOf({
    title: `${word}: ${targetWords(report)}`,
    links: linksOf(report, shelf.rows.length),
    band: verdictBand(report),
    body: html`${driftCards(report.findings)}${overTime(report)} ${requirementMatrix([column])}
    ${silenceList([column], shelf)} ${operationMatrix(report.operations)} ${propertyList(report)}
    ${leftoverList(report)} ${exchangeList(shelf, report.run.requests)}`,
  });
}

function linksOf(report: Report, exchanges: number): PageLink[] {
  return [
    { to: 'drifts', words: 'Drifts', number: report.findings.length },
    { to: 'requirements', words: 'Requirements', number: report.requirements.length },
    { to: 'silences', words: 'Left open', number: report.silences.length },
    { to: 'operations', words: 'Operations' },
    { to: 'properties', words: 'Properties' },
    { to: 'leftovers', words: 'Left behind', number: report.leftovers.length },
    { to: 'exchanges', words: 'Exchanges', number: exchanges },
  ];
}
