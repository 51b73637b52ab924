/** Renders the results of a caller run as a page. */
import {
  command,
  foldedPanel,
  html,
  markCode,
  rowList,
  verdictMark,
  type Content,
  type Markup,
} from '../../design/pieces.ts';
import { renderSectionPage, renderVerdictLine } from '../../report/page/index.ts';
import { formatCount, formatDuration, formatMinute } from '../../report/wording/index.ts';
import type { StoryVerdict } from '../judge-story.ts';
import {
  countReached,
  describeCallerCounts,
  describeCallerVerdict,
  describeEnd,
  formatCalls,
  groupFailures,
  type CallerReport,
  type PlayedRow,
  type StoryRow,
} from './caller-report.ts';
import { describeRemedy, describeTurn } from './troubled-call.ts';

/** The colour of each verdict, by the verdict of a requirement that fits it. */
const colours: Readonly<Record<StoryVerdict, string>> = {
  harmed: 'drifts',
  hung: 'drifts',
  'gave up': 'known',
  survived: 'conforms',
  'not reached': 'unproven',
};

/** Returns the page as HTML, in one file. */
export function renderCallerPage(report: CallerReport): string {
  const { title, kind } = describeCallerVerdict(report);
  const heading = `${title.charAt(0).toUpperCase()}${title.slice(1)}`;
  const failures = groupFailures(report);
  const passed = report.stories.filter(
    ({ verdict }) => verdict === 'survived' || verdict === 'gave up',
  );
  const unreached = report.stories.filter(({ verdict }) => verdict === 'not reached');
  return renderSectionPage({
    title: `${heading}: ${report.command}`,
    description: 'What a program did when the service, the storage or the network failed.',
    band: renderVerdictLine(heading, kind, renderLead(report)),
    sections: [
      {
        id: 'failures',
        name: 'Failures',
        title: 'What went wrong',
        number: failures.length,
        body: failures.length > 0 && failures.map(renderFailure),
      },
      {
        id: 'passed',
        name: 'Passed',
        title: 'Survived, or gave up without harm',
        number: passed.length,
        body: passed.length > 0 && passed.map(renderStory),
      },
      {
        id: 'unreached',
        name: 'Not reached',
        number: unreached.length,
        body: unreached.length > 0 && rowList(unreached.map(nameStory)),
      },
      { id: 'calm', name: 'Calm run', body: renderCalls(report.calm) },
    ],
  });
}

function renderLead(report: CallerReport): Markup {
  const { stories, command: program, tookMs, startedAt } = report;
  return html`<b>${program}</b>: ${describeCallerCounts(report).join(', ')}. ${countReached(report)}
    of ${formatCount(stories.length, 'story', 'stories')} reached, in ${formatDuration(tookMs)}, on
    ${formatMinute(startedAt)}.`;
}

/** The stories that ended in the same way: the first in full, the others by name. */
function renderFailure([row, ...others]: readonly StoryRow[]): Content {
  if (row === undefined) return undefined;
  const turn = describeTurn(row);
  const remedy = describeRemedy(row);
  return html`<article class="panel" id="story-${row.name}">
    <h3>${row.says}</h3>
    <p>${verdictMark(row.verdict, colours[row.verdict])} <code>${row.name}</code></p>
    ${row.reasons.length > 0 && rowList(row.reasons.map((reason) => html`<b>${reason}</b>`))}
    ${turn !== undefined && html`<p><b>Where it went wrong:</b> ${turn}.</p>`}
    ${remedy !== undefined && html`<p><b>To fix:</b> ${remedy}.</p>`} ${renderPlayed(row)}
    ${
      others.length > 0 &&
      html`<p class="note">
          The program ended in the same way in
          ${formatCount(others.length, 'other story', 'other stories')}:
        </p>
        ${others.map(renderStory)}`
    }
  </article>`;
}

function renderStory(row: StoryRow): Markup {
  return foldedPanel(
    html`${verdictMark(row.verdict, colours[row.verdict])} ${nameStory(row)}`,
    renderPlayed(row),
  );
}

function nameStory({ name, says }: StoryRow): Markup {
  return html`<code>${name}</code> ${markCode(says)}`;
}

function renderPlayed(row: StoryRow): Markup {
  const broken = rowList(row.brokenRules);
  return html`${renderCalls(row, row.verdict === 'hung')}
  ${
    row.brokenRules.length > 0 &&
    html`<p class="note">Rules for callers that it broke, whatever the trouble:</p>
      ${broken}`
  }
  ${
    row.again !== undefined &&
    html`<h4>The second run, without trouble</h4>
      ${renderCalls(row.again)}`
  }
  ${command('Play again', row.replay)} ${command('By hand', row.serve)}`;
}

/** The most calls of a run on the page. */
const maxCalls = 200;

/** The calls as a sequence, with the trouble marked, and what the program wrote last. */
function renderCalls(row: PlayedRow, isHung = false): Markup {
  const lines = formatCalls(row.calls, maxCalls).map((line) =>
    line.includes('⚡') ? html`<b>${line}</b>` : html`${line}`,
  );
  return html`<pre class="calls" tabindex="0">${lines.map((line) => html`${line}${'\n'}`)}</pre>
    <p>The program ${describeEnd(row, isHung)}, in ${formatDuration(row.tookMs)}.</p>
    ${row.output !== '' && html`<pre class="output" tabindex="0">${row.output}</pre>`}`;
}
