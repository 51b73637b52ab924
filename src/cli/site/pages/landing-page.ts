/** The landing page: what the project does, and three ways to use it. */
import { silenceIds, requirement, statedIds } from '../../../contract/requirements.ts';
import { faults } from '../../../faults/index.ts';
import { formatVerdictHeading } from '../../../report/wording/index.ts';
import type { Results } from './result-pages.ts';
import type { SitePage } from './site-page.ts';

export function createLandingPage(results: Results): SitePage {
  return {
    path: '/index.html',
    title: 'bookdist',
    description:
      'Tests whether a book distribution service still does what its interface document says.',
    omitFromSearch: true,
    text: `<div class="hero">
<h1>Does the service still do what its document says?</h1>
<p class="pitch">bookdist turns the interface document of a book distribution service into a contract, tests any
running service against it, and names each difference by the sentence it contradicts.</p>
<p class="actions"><a class="primary" href="/guides/check-a-staging-in-ci.html">Check a service</a>
<a href="/api/index.html">API reference</a></p>
${renderExampleDrift()}
</div>
${renderFigures(results)}
<div class="ways">
${useCases.map(renderUseCase).join('\n')}
</div>`,
  };
}

/** Renders the drift that the command prints for a sandbox with half the final version window. */
function renderExampleDrift(): string {
  const id = 'publish.final-version-window';
  const lines = [
    `<span class="red">✗ ${id}</span>`,
    requirement(id).says,
    '',
    'expected  422 for a book dated 14 days from today that is not final',
    'actual    <span class="red">204</span>',
    'call      POST /v2/distribution/books/4e811dcd…/publish → 204',
  ];
  // A blank line would end the HTML for Markdown.
  return `<figure aria-label="A drift as the command prints it"><pre tabindex="0">${lines.join('&#10;')}</pre></figure>`;
}

const useCases = [
  {
    title: 'Check a service',
    text: 'In CI the exit code is the answer, and the report is the evidence: each drift with its sentence, the calls that show it, and a script that repeats them.',
    code: 'npx bookdist verify https://staging.example.com',
    path: '/guides/check-a-staging-in-ci.html',
    words: 'Set it up in CI',
  },
  {
    title: 'Call it',
    text: 'A small typed client without dependencies. It retries what is safe, never creates a book twice, and uploads files of any size.',
    code: "const { id } = await distribution.books.create({\n  format: 'ebook', title: 'The Salt Road', … });",
    path: '/client/index.html',
    words: 'Use the client',
  },
  {
    title: 'Build against it',
    text: 'A stateful sandbox that refuses what the document refuses, keeps what you upload, and can imitate a fault, a delay or another reading.',
    code: 'npx bookdist sandbox',
    path: '/guides/develop-against-the-sandbox.html',
    words: 'Start the sandbox',
  },
];

function renderUseCase({ title, text, code, path, words }: (typeof useCases)[number]): string {
  return `<section><h2>${title}</h2><p>${text}</p><pre tabindex="0"><code>${code.replaceAll('\n', '&#10;')}</code></pre><p><a href="${path}">${words}</a></p></section>`;
}

function renderFigures({ report }: Results): string {
  const mustCount = statedIds.filter((id) => requirement(id).level === 'must').length;
  const latestRun =
    report === undefined
      ? ''
      : renderFigure(formatVerdictHeading(report), 'the latest run', '/results/report.html');
  return `<ul class="figures">
${renderFigure(String(mustCount), 'requirements, each with a permanent link', '/requirements/index.html')}
${renderFigure(String(silenceIds.length), 'open questions: observed, never held against a service', '/open-questions/index.html')}
${renderFigure(String(faults.length), 'seeded faults that grade the suite', '/results/grade.html')}
${latestRun}</ul>`;
}

function renderFigure(value: string, words: string, path: string): string {
  return `<li><a href="${path}"><b>${value}</b> ${words}</a></li>`;
}
