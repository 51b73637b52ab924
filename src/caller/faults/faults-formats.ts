/** Writes which faults a test suite notices: for a terminal, as Markdown and as JUnit XML. */
import { create } from 'xmlbuilder2';
import { paint, wrap, type Screen } from '../../report/terminal/index.ts';
import { describeShare, groupByStatement, type FaultsReport } from './faults-report.ts';

/**
 * Returns the faults that no test noticed, by statement of the document, and the share as the last line.
 * @param file the page, for the last line
 */
export function formatFaultsSummary(
  report: FaultsReport,
  screen: Screen & { readonly file: string | undefined },
): string {
  const lines = groupByStatement(report)
    .filter(({ noticed, rows }) => noticed < rows.length)
    .flatMap(({ id, says, noticed, rows }) => [
      `${paint(screen, 'red', '✗')} ${paint(screen, 'bold', id)}  ${noticed} of ${rows.length} noticed`,
      ...wrap(says, screen.width - 4).map((line) => `    ${line}`),
      ...rows
        .filter(({ isNoticed }) => !isNoticed)
        .flatMap(({ description }) => wrap(`not noticed: ${description}`, screen.width - 6))
        .map((line) => `      ${line}`),
      '',
    ]);
  const share = [describeShare(report), screen.file ?? ''].join('   ').trimEnd();
  return `${[...lines, share].join('\n')}\n`;
}

/** Writes a table by statement of the document. */
export function writeFaultsMarkdown(report: FaultsReport): string {
  const lines = groupByStatement(report).map(({ id, noticed, rows }) => {
    const missed = rows.filter(({ isNoticed }) => !isNoticed);
    const words = missed.map(({ description }) => description).join(' ');
    return `| ${id} | ${noticed} of ${rows.length} | ${words} |`;
  });
  const head = ['| statement | noticed | not noticed |', '|---|---|---|'];
  return `${[describeShare(report), '', ...head, ...lines].join('\n')}\n`;
}

/** Writes one test case for each fault; one that no test noticed is a failure. */
export function writeFaultsJunit({ results }: FaultsReport): string {
  const counts = {
    '@tests': results.length,
    '@failures': results.filter(({ isNoticed }) => !isNoticed).length,
  };
  const testcase = results.map(({ name, requirement, description, isNoticed, tookMs }) => ({
    '@name': name,
    '@classname': requirement,
    '@time': (tookMs / 1000).toFixed(3),
    ...(!isNoticed && { failure: { '@message': `No test noticed: ${description}` } }),
  }));
  const suite = { '@name': 'Faults', ...counts, testcase };
  const document = create(
    { version: '1.0', encoding: 'UTF-8' },
    { testsuites: { testsuite: suite } },
  );
  return `${document.end({ prettyPrint: true })}\n`;
}
