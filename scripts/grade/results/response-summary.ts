/** Formats the altered responses: for a terminal, and as a page of what nothing notices. */
import { paint, type Screen } from '../../../src/report/terminal/index.ts';
import { formatCount } from '../../../src/report/wording/index.ts';
import type { Notice } from '../responses/index.ts';
import {
  canBeWrong,
  findUnexplained,
  passesResponses,
  shareNoticed,
  type AlteredResponse,
  type ResponseGrade,
} from './response-grade.ts';

interface Options extends Screen {
  readonly file: string;
}

const notices: readonly Notice[] = ['drift', 'surprising', 'open', 'silent'];

/** Formats the summary, ending in a newline. */
export function formatResponseSummary(grade: ResponseGrade, options: Options): string {
  const unexplained = groupByPlace(findUnexplained(grade));
  const { responses, requests, service, depth, seed, took } = grade;
  const lines = [
    ...formatTable(responses),
    '',
    '  open: the response shows another reading of a silence; reason: the contract says why any value is as good',
    '',
    ...(unexplained.length === 0
      ? []
      : [
          paint(
            options,
            'red',
            `✗ silent without a reason: ${unexplained.length} places and kinds`,
          ),
        ]),
    ...unexplained.map((line) => `    ${line}`),
    `${formatCount(responses.length, 'altered response')} of a run on ${service}: ${formatCount(requests, 'request')}, depth ${depth}, seed ${seed}`,
    `${(shareNoticed(grade) * 100).toFixed(1)}% noticed of ${responses.filter(canBeWrong).length} that can be wrong, in ${(took / 1000).toFixed(0)} s`,
    '',
    `${passesResponses(grade) ? paint(options, 'green', 'passed') : paint(options, 'red', 'FAILED')}   ${options.file}`,
  ];
  return `${lines.join('\n')}\n`;
}

function formatTable(responses: readonly AlteredResponse[]): string[] {
  const row = (name: string, cells: readonly (string | number)[]): string =>
    name.padEnd(24) + cells.map((cell) => String(cell).padStart(12)).join('');
  const count = (members: readonly AlteredResponse[]): number[] => [
    members.length,
    ...notices.map((notice) => members.filter((member) => member.notice === notice).length),
    members.filter(({ notice, reason }) => notice === 'silent' && reason !== undefined).length,
  ];
  const operations = [...new Set(responses.map(({ operation }) => operation))].toSorted();
  return [
    row('operation', ['altered', ...notices, 'with reason']),
    ...operations.map((name) =>
      row(name, count(responses.filter(({ operation }) => operation === name))),
    ),
    row('all', count(responses)),
  ];
}

/** Returns a line for each place and kind. */
function groupByPlace(responses: readonly AlteredResponse[]): string[] {
  return [
    ...new Set(
      responses.map(
        ({ operation, status, place, kind }) =>
          `${operation} ${status} ${place || '(body)'} ${kind}`,
      ),
    ),
  ].toSorted();
}

/** Formats the page of what nothing notices: the reasons, each with its places and its number of changes. */
export function formatResponsePage(grade: ResponseGrade): string {
  const silent = grade.responses.filter(({ notice }) => notice === 'silent');
  const reasons = [...new Set(silent.map(({ reason = 'none' }) => reason))].toSorted();
  const rows = reasons.map((reason) => {
    const members = silent.filter((member) => (member.reason ?? 'none') === reason);
    const places = [...new Set(members.map(({ place }) => `\`${place || '/'}\``))].toSorted();
    return `| ${reason} | ${places.join(', ')} | ${members.length} |`;
  });
  return [
    '# What no response shows to be wrong',
    '',
    `\`npm run grade -- --responses\` changes one value in one response of a correct run and judges the run again. On ${grade.service === 'sandbox' ? 'our sandbox' : grade.service}, it notices ${(shareNoticed(grade) * 100).toFixed(1)}% of the ${grade.responses.filter(canBeWrong).length} changes that can be wrong. It does not notice these, because the contract gives a reason why another value is as good.`,
    '',
    '| Reason | Places | Changes |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}
