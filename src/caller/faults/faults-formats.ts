/** Writes which faults a test suite notices: for a terminal, as Markdown and as JUnit XML. */
import { create } from 'xmlbuilder2';
import { paint, wrap, type Screen } from '../../report/terminal/index.ts';
import { formatCount } from '../../report/wording/index.ts';
import { computeShare, groupByStatement, type FaultsReport } from './run-faults.ts';

/** Returns `Your tests notice 41 of the 120 faults that their calls can see (34 %).` */
function describeShare(report: FaultsReport): string {
  const { results, visible } = report;
  const noticed = results.filter(({ isNoticed }) => isNoticed).length;
  const share = `${Math.floor(100 * computeShare(report))} %`;
  if (results.length === visible) {
    return `Your tests notice ${noticed} of the ${formatCount(visible, 'fault')} that their calls can see (${share}).`;
  }
  return `Your tests notice ${noticed} of ${formatCount(results.length, 'fault')} (${share}), out of ${visible} that their calls can see.`;
}

/** Returns the faults that no test noticed, by statement of the document, and the share as the last line. */
export function formatFaultsSummary(report: FaultsReport, screen: Screen): string {
  const lines = groupByStatement(report)
    .filter(({ noticed, results }) => noticed < results.length)
    .flatMap(({ id, says, noticed, results }) => [
      `${paint(screen, 'red', '✗')} ${paint(screen, 'bold', id)}  ${noticed} of ${results.length} noticed`,
      ...wrap(says, screen.width - 4).map((line) => `    ${line}`),
      ...results
        .filter(({ isNoticed }) => !isNoticed)
        .flatMap(({ fault }) => wrap(`not noticed: ${fault.description}`, screen.width - 6))
        .map((line) => `      ${line}`),
      '',
    ]);
  return `${[...lines, describeShare(report)].join('\n')}\n`;
}

/** Writes a table by statement of the document. */
export function writeFaultsMarkdown(report: FaultsReport): string {
  const rows = groupByStatement(report).map(({ id, noticed, results }) => {
    const missed = results.filter(({ isNoticed }) => !isNoticed);
    const words = missed.map(({ fault }) => fault.description).join(' ');
    return `| ${id} | ${noticed} of ${results.length} | ${words} |`;
  });
  const head = ['| statement | noticed | not noticed |', '|---|---|---|'];
  return `${[describeShare(report), '', ...head, ...rows].join('\n')}\n`;
}

/** Writes one test case for each fault; one that no test noticed is a failure. */
export function writeFaultsJunit({ results }: FaultsReport): string {
  const counts = {
    '@tests': results.length,
    '@failures': results.filter(({ isNoticed }) => !isNoticed).length,
  };
  const testcase = results.map(({ fault, isNoticed, tookMs }) => ({
    '@name': fault.name,
    '@classname': fault.breaks[0],
    '@time': (tookMs / 1000).toFixed(3),
    ...(!isNoticed && { failure: { '@message': `No test noticed: ${fault.description}` } }),
  }));
  const suite = { '@name': 'Faults', ...counts, testcase };
  const document = create(
    { version: '1.0', encoding: 'UTF-8' },
    { testsuites: { testsuite: suite } },
  );
  return `${document.end({ prettyPrint: true })}\n`;
}
