/** Writes the results of a caller run as JUnit XML and as Markdown. */
import { create } from 'xmlbuilder2';
import { formatCount, formatDuration, toPlainText } from '../../report/wording/index.ts';
import {
  countReached,
  describeCallerCounts,
  describeCallerVerdict,
  describeEnd,
  formatCalls,
  groupFailures,
  type CallerReport,
  type StoryRow,
} from './caller-report.ts';
import { describeRemedy, describeTurn } from './troubled-call.ts';

/** Writes one test case for each story. A story that was not reached is skipped. */
export function writeCallerJunit({ stories, summary, tookMs, command }: CallerReport): string {
  const counts = {
    '@tests': stories.length,
    '@failures': summary.harmed + summary.hung,
    '@skipped': summary['not reached'],
    '@time': formatSeconds(tookMs),
  };
  const suite = { '@name': 'Stories', ...counts, testcase: stories.map(toTestCase) };
  const document = create(
    { version: '1.0', encoding: 'UTF-8', invalidCharReplacement: '\uFFFD' },
    { testsuites: { '@name': `bookdist caller ${command}`, ...counts, testsuite: suite } },
  );
  return `${document.end({ prettyPrint: true })}\n`;
}

function toTestCase(row: StoryRow): object {
  const { name, says, verdict, reasons, tookMs, calls } = row;
  const isFailure = verdict === 'harmed' || verdict === 'hung';
  const message = reasons.join('; ') || verdict;
  const text = [...formatCalls(calls), describeEnd(row, verdict === 'hung'), row.replay].join('\n');
  return {
    '@name': name,
    '@classname': 'caller',
    '@time': formatSeconds(tookMs),
    ...(isFailure && { failure: { '@type': verdict, '@message': message, '#': text } }),
    ...(verdict === 'not reached' && { skipped: { '@message': 'its trouble did not happen' } }),
    'system-out': `${says} ${verdict}`,
  };
}

function formatSeconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}

/** Writes the verdict, the failures and a table of all stories. */
export function writeCallerMarkdown(report: CallerReport): string {
  const { stories, command, tookMs } = report;
  const { title } = describeCallerVerdict(report);
  const sign = { 0: '🟢', 1: '🔴', 3: '🟡', 130: '🟡' }[report.exitCode];
  const reached = `${countReached(report)} of ${formatCount(stories.length, 'story', 'stories')} reached`;
  const facts = [...describeCallerCounts(report), reached, formatDuration(tookMs)].join(', ');
  const rows = stories
    .filter(({ verdict }) => verdict !== 'not reached')
    .map(({ name, verdict, says }) => `| ${name} | ${verdict} | ${escapeCell(says)} |`);
  return [
    `## ${sign} ${title.charAt(0).toUpperCase()}${title.slice(1)}: \`${toPlainText(command).replaceAll('`', "'")}\``,
    `${facts}.`,
    ...groupFailures(report).map(formatFailure),
    ['| story | verdict | what happens |', '|---|---|---|', ...rows].join('\n'),
    '',
  ].join('\n\n');
}

function formatFailure(group: readonly StoryRow[]): string {
  const [row, ...others] = group;
  if (row === undefined) return '';
  const also = others.length > 0 ? [`Also in ${others.map(({ name }) => name).join(', ')}.`] : [];
  const turn = describeTurn(row);
  const remedy = describeRemedy(row);
  const left = row.reasons.map((reason) => `- ${escapeCell(reason)}`);
  const fence = '```';
  return [
    `### ${row.name}: ${row.verdict}`,
    row.says,
    left.join('\n'),
    turn === undefined ? '' : `Where: ${escapeCell(turn)}.`,
    remedy === undefined ? '' : `To fix: ${escapeCell(remedy)}.`,
    `${fence}\n${formatCalls(row.calls).map(toPlainText).join('\n').replaceAll('```', "'''")}\n${fence}`,
    `The program ${describeEnd(row, row.verdict === 'hung')}. Play it again: \`${toPlainText(row.replay)}\``,
    ...also,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** Escapes what Markdown would read as a cell, as code or as markup. */
function escapeCell(text: string): string {
  return toPlainText(text).replaceAll(/[\\|`*_[\]<>]/g, String.raw`\$&`);
}
