/** The measured results: the latest report, its history, the grade of the suite, and other tools. */
import { readFileSync } from 'node:fs';
import type { HistorySummary } from '../../../report/history/index.ts';
import { renderHistoryPage, renderReportPage } from '../../../report/page/index.ts';
import type { Report } from '../../../report/record/index.ts';
import { formatCount, formatMinute, formatVerdictHeading } from '../../../report/wording/index.ts';
import { rewriteLinks } from './links.ts';
import { renderTable, type SitePage, type HtmlPage } from './site-page.ts';

/** The results in `reports/`, or in the files that the command line names. */
export interface Results {
  readonly report?: Report;
  readonly history?: HistorySummary;
}

const home = { href: 'index.html', label: 'bookdist' };

/** Returns the results that are complete HTML pages. */
export function createResultHtmlPages({ report, history }: Results): readonly HtmlPage[] {
  const [reportPath, historyPath] = ['/results/report.html', '/results/history.html'];
  return [
    ...(report
      ? [{ path: reportPath, title: 'Latest report', html: renderReportPage(report, [], home) }]
      : []),
    ...(history
      ? [{ path: historyPath, title: 'History', html: renderHistoryPage(history, home) }]
      : []),
  ];
}

/** Returns the list of results, the comparison with other tools, and the grade. */
export function createResultPages(results: Results): readonly SitePage[] {
  return [
    {
      path: '/results/index.html',
      title: 'Results',
      description: 'The latest report, runs over time, the grade of the suite, and other tools.',
      section: 'results',
      text: renderOverview(results),
      omitFromSearch: true,
    },
    {
      path: '/results/comparison.html',
      title: 'Comparison with other tools',
      description: 'Our suite and other tools, tested on the same services.',
      section: 'results',
      kind: 'result',
      text: readDocument('bench/peers/results.md'),
    },
    {
      path: '/results/grade.html',
      title: 'What the suite is worth',
      description: 'Every seeded fault, and how fast the suite catches it.',
      section: 'results',
      kind: 'result',
      text: readDocument('docs/grade.md'),
    },
  ];
}

function renderOverview({ report, history }: Results): string {
  return renderTable(
    ['', ''],
    [
      report
        ? ['[Latest report](/results/report.html)', summarizeReport(report)]
        : ['Latest report', 'none yet: `bookdist verify` writes one, then build the site again'],
      history
        ? ['[History](/results/history.html)', summarizeHistory(history)]
        : ['History', 'none yet: every run of `bookdist verify` adds a line to `history.jsonl`'],
      ['[Grade](/results/grade.html)', 'every seeded fault, and how fast the suite catches it'],
      [
        '[Comparison](/results/comparison.html)',
        'our suite and other tools, tested on the same services',
      ],
    ],
  );
}

function summarizeHistory({ runs, target }: HistorySummary): string {
  return `${formatCount(runs.length, 'run')} against ${target}`;
}

function summarizeReport(report: Report): string {
  const { proven, total, conforms } = report.summary.must;
  return `**${formatVerdictHeading(report)}**: ${proven} of ${total} requirements proven, ${conforms} conform; ${formatMinute(report.run.startedAt)}`;
}

/** Reads a Markdown file, without the comment and the title at its start. */
function readDocument(file: string): string {
  const text = readFileSync(new URL(`../../../../${file}`, import.meta.url), 'utf8');
  return rewriteLinks(text.replace(/^(?:<!--.*?-->\n)?# .+\n/, ''), file);
}
