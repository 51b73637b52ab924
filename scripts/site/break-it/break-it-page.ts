/** Renders the page on which visitors give a service a fault and watch a recorded run find it. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { renderPage } from '../../../src/design/page-frame.ts';
import {
  foldedDetails,
  html,
  markCode,
  trustHtml,
  type Markup,
} from '../../../src/design/pieces.ts';
import { bundlePageScript } from '../../build/bundle-page-script.ts';
import { getRequirementPage } from '../pages.ts';
import { pageScript } from '../../../src/generated/page-script.ts';
import {
  readPageStyle,
  renderDriftCard,
  renderRequirementGrid,
} from '../../../src/report/page/index.ts';
import { describeProof, formatNumber } from '../../../src/report/wording/index.ts';
import { describeFault, type RecordedCall, type Recording } from './record-faults.ts';

/** Returns the page as HTML. Without scripts, it shows the end of every run. By default its menu has the recorded faults. */
export async function renderBreakItPage(
  recordings: readonly Recording[],
  menu: readonly string[] = recordings.map(({ fault }) => fault),
): Promise<string> {
  return renderPage({
    title: 'Break it yourself',
    description: 'Give a correct service one fault, and watch a run find it.',
    band: html`<p><a href="index.html">bookdist</a></p>
      <h1>Break it yourself</h1>
      <p class="lead">
        bookdist tests whether a book distribution service does what its interface document says.
        Here is a service that does. Give it one fault, and watch a run find it.
      </p>`,
    links: [],
    main: html`<nav class="faults" aria-label="Faults">
        <ul class="plain">
          ${menu.map(
            (fault) => html`<li><a href="#${fault}">${markCode(describeFault(fault))}</a></li>`,
          )}
        </ul>
      </nav>
      <div class="runs">${recordings.map(renderRecording)}</div>
      <p class="note">
        Each run is real: it was recorded when this page was built, and plays with its own timing.
        To run it yourself: <code>bookdist verify --own-sandbox --fault NAME</code>
      </p>`,
    style: `${readPageStyle()}\n${await readFile(new URL('break-it.css', import.meta.url), 'utf8')}`,
    script: `${pageScript}\n${await bundlePageScript(new URL('player/main.ts', import.meta.url))}`,
  });
}

/** Returns what the picture of the page shows: its style, and the headings of the first run. If they change, the picture is stale. */
export function describePicture(page: string): { style: string; headings: readonly string[] } {
  const [, style = ''] = /<style>(.*?)<\/style>/s.exec(page) ?? [];
  const [, run = ''] = /<section(.*?)<\/section>/s.exec(page) ?? [];
  const headings = [...run.matchAll(/<h([2-4])\b[^>]*>(.*?)<\/h\1>/gs)].map(([, , text = '']) =>
    text
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  );
  return { style: createHash('sha256').update(style).digest('hex').slice(0, 12), headings };
}

/** The number of calls that a still shows. */
const shownCalls = 8;

function renderRecording(recording: Recording): Markup {
  const { fault, calls, cells } = recording;
  const packed = JSON.stringify({ calls, cells }).replaceAll('<', '\\u003c');
  return html`<section id="${fault}" class="run" aria-labelledby="${fault}-title" tabindex="-1">
    <h2 id="${fault}-title">${markCode(describeFault(fault))}</h2>
    <p class="line controls" hidden>
      <button type="button" class="play">▶ Run</button>
      <button type="button" class="end" hidden>Show the result</button>
      <button type="button" class="share">Copy the link</button>
    </p>
    ${renderStage(recording)} ${renderResult(recording)}
    <script type="application/json">
      ${trustHtml(packed)}
    </script>
  </section>`;
}

/** The grid, and the calls up to the one that shows the drift. */
function renderStage({ report, calls, cells }: Recording): Markup {
  const last = Math.max(...cells.map(([, broken]) => broken));
  return html`<div class="stage">
    <div>
      <p class="soft"><b class="proof-count">${describeProof(report)}</b></p>
      ${renderRequirementGrid(report)}
    </div>
    <div>
      <p class="soft"><b class="sent">${formatNumber(calls.length)}</b> calls and their answers</p>
      <ol class="plain calls">
        ${calls.slice(Math.max(0, last - shownCalls + 1), last + 1).map(renderCall)}
      </ol>
    </div>
  </div>`;
}

function renderResult({ report, drift, title }: Recording): Markup {
  const context = { report, exchanges: new Map(), getAddress: getRequirementPage };
  const others = report.findings.filter((row) => row !== drift);
  const list = html`<ul>
    ${others.map(
      ({ says, fingerprint }) => html`<li id="drift-${fingerprint}">${markCode(says)}</li>`,
    )}
  </ul>`;
  return html`<div class="result">
    <h3 class="verdict-line drifts">
      <span class="glyph tinted" aria-hidden="true"></span>${markCode(title)}
    </h3>
    <div class="panel">${renderDriftCard(drift, context)}</div>
    ${others.length > 0 && foldedDetails(`What else this run found (${others.length})`, list)}
  </div>`;
}

function renderCall([, operation, status]: RecordedCall): Markup {
  return html`<li><code>${operation}</code> <b>${status}</b></li>`;
}
