/** The head of a report: the verdict, both numbers, whom it is about, and what was not asked and why. */
import {
  count,
  reasonGroups,
  verdictCounts,
  verdictHeading,
  verdictReason,
  verdictWords,
} from '../wording/index.ts';
import type { Report } from '../record/index.ts';
import { html, type Content, type Markup } from './markup.ts';
import { bar, folded, requirementLink, timeWords } from './verdict-mark.ts';

/** What the verdict is called, as a title. */
export function verdictTitle(report: Report): readonly [title: string, kind: string] {
  return [verdictHeading(report), verdictWords(report).kind];
}

/** Where a report is about, in words. */
export function targetWords({ target }: Report): string {
  return target.kind === 'own sandbox' ? 'our own sandbox' : target.address;
}

/** The band. */
export function verdictBand(report: Report): Markup {
  const { must } = report.summary;
  const [word, kind] = verdictTitle(report);
  const reason = verdictReason(report);
  const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);
  return html`<div class="verdict-line">
      <h1 class="${kind}">${word}</h1>
      <p>${driftWords(report)} at <b>${targetWords(report)}</b></p>
    </div>
    <div class="numbers">
      <p>
        <strong>${must.proven}</strong> of ${must.total} requirements
        proven${bar(share(must.proven, must.total))}
      </p>
      <p>
        <strong>${must.conforms}</strong> of these
        conform${bar(share(must.conforms, must.proven), kind)}
      </p>
    </div>
    <dl class="facts">
      ${facts(report).map(
        ([name, what]) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${what}</dd>
          </div>`,
      )}
    </dl>
    ${reason !== undefined && html`<p class="halted">${reason}</p>`} ${notAsked(report)}`;
}

function driftWords(report: Report): string {
  const { errored } = report.summary;
  const [first = 'no new drift', ...others] = verdictCounts(report);
  return [
    first.replace(/^0 new$/, 'no new drift').replace(/^(\d+) new$/, '$1 drifting anew'),
    ...others,
    ...(errored > 0 ? [`${count(errored, 'question')} broke on our side`] : []),
  ].join(', ');
}

function facts({ run, contract, tool, target }: Report): [string, Content][] {
  const skew = target.clockSkew ?? 0;
  return [
    [
      'asked',
      html`<time datetime="${run.startedAt}"
        >${run.startedAt.replace('T', ' ').replace(/\.\d+Z$/, ' UTC')}</time
      >`,
    ],
    ['took', `${timeWords(run.took)}, ${run.requests} requests`],
    ['seed', run.seed],
    ['contract', `${contract.version}, ${contract.sha256}`],
    ['bookdist', tool.version],
    ['allowed', run.allow.join(', ')],
    ...(run.only === undefined ? [] : [['only', run.only] satisfies [string, string]]),
    ...(run.reach === 'shape' ? [['reach', 'shapes only'] satisfies [string, string]] : []),
    ...(target.faults.length === 0
      ? []
      : [['seeded faults', target.faults.join(', ')] satisfies [string, string]]),
    // A Date header counts whole seconds.
    ...(Math.abs(skew) < 1500
      ? []
      : [
          ['their clock', `${skew > 0 ? '+' : '-'}${timeWords(Math.abs(skew))}`] satisfies [
            string,
            string,
          ],
        ]),
  ];
}

/** Requirements without an answer, by reason. */
function notAsked({ requirements }: Report): Content {
  const open = requirements.filter(
    ({ level, verdict }) => level === 'must' && (verdict === 'unproven' || verdict === 'errored'),
  );
  if (open.length === 0) return undefined;
  const groups = reasonGroups(open).map(
    ({ reason, ids }) =>
      html`<li>
        <b>${ids.length}</b> ${reason}:
        ${ids.map((id, at) => [at > 0 && ', ', requirementLink(id)])}
      </li>`,
  );
  return folded(
    `${count(open.length, 'requirement')} unproven, and why`,
    html`<ul>
      ${groups}
    </ul>`,
  );
}
