/** Tests the page of a report: its content, that it shows no secret, and its own policy. */
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { emptySummary, madeUpReport, madeUpRun } from '../scenes/made-up-report.ts';
import type { ExchangeRow, FindingRow, Report } from '../record/index.ts';
import { readKnownDrifts } from '../baseline/index.ts';
import { acceptForm } from './drifts/compose.ts';
import { html, textOf } from './markup.ts';
import { comparePage } from './compare-page.ts';
import { reportPage } from './report-page.ts';

const exchange: ExchangeRow = {
  number: 17,
  operation: 'createBook',
  method: 'POST',
  url: 'https://staging.invalid/v2/distribution/books',
  requestHeaders: { apikey: '[key]' },
  status: 415,
  responseHeaders: {},
  mediaType: 'application/json',
  responseBody: { message: '<img src=x onerror=alert(1)>' },
  took: 12,
};

const finding: FindingRow = {
  fingerprint: '0d8687ff7e6f',
  requirement: 'create.content-type-400',
  level: 'must',
  verdict: 'drifts',
  says: 'A create in anything but JSON gets 400.',
  section: 'Errors',
  sentence: 'refuses a body that is sent as text',
  kind: 'case',
  expected: '400',
  actual: '415  application/json  {"message":"…"}',
  occurrences: 2,
  firstAtRequest: 17,
  exchange,
  curl: "curl 'https://staging.invalid'",
  again: 'bookdist verify --only create.content-type-400',
};

const proof = { total: 2, proven: 1, conforms: 0, untested: 0 };

const report: Report = {
  ...madeUpReport,
  run: {
    ...madeUpRun,
    allow: ['read', 'write'],
    took: 41_200,
    waited: 30_000,
    requests: 734,
  },
  target: { address: 'https://staging.invalid', kind: 'service', faults: [] },
  verdict: 'drifts',
  exitCode: 1,
  summary: {
    ...emptySummary,
    must: proof,
    should: proof,
    verdicts: { ...emptySummary.verdicts, drifts: 1, unproven: 1 },
    silences: { total: 1, observed: 1 },
    drifts: 1,
  },
  requirements: [
    {
      id: 'create.content-type-400',
      says: finding.says,
      section: 'Errors',
      level: 'must',
      verdict: 'drifts',
      cases: [
        {
          sentence: finding.sentence,
          source: 'property',
          verdict: 'drifts',
          times: 1,
          requests: 2,
          took: 30,
          drawn: { seed: -7, runs: 25 },
          fingerprints: [finding.fingerprint],
        },
      ],
    },
    {
      id: 'publish.answers-204',
      says: 'Publish answers with 204.',
      section: 'Endpoints',
      level: 'must',
      verdict: 'unproven',
      reason: 'needs --allow publish',
      cases: [],
    },
  ],
  silences: [
    {
      id: 'create.response',
      says: 'What create answers with.',
      section: 'Endpoints',
      verdict: 'observed',
      readings: ['reference', 'walkthrough'],
      surprising: ['walkthrough'],
      answers: [{ answer: 'walkthrough', operation: 'createBook', times: 9, evidence: exchange }],
    },
  ],
  findings: [finding],
  operations: [
    {
      operation: 'createBook',
      method: 'POST',
      path: '/books',
      calls: 2,
      statuses: [{ status: 415, times: 2, documented: false }],
      inContract: [201, 400],
      timing: { median: 3, p95: 9, longest: 20 },
    },
  ],
  leftovers: [{ id: '58748325', externalId: undefined, status: 'published', reason: 'refused' }],
};

const page = reportPage(report);

/** The text that a person reads. */
function words(text: string): string {
  return text
    .replaceAll(/<(style|script)\b.*?<\/\1>/gs, ' ')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');
}

it('tells both numbers, the drift with both sides, how to ask again, and what was not asked', () => {
  const text = words(page);
  for (const part of [
    '1 cause , 1 requirement, 1 drift.',
    '2 requirements: 1 drift 1 unproven: needs --allow publish',
    'A create in anything but JSON gets 400.',
    'expected 400 got 415',
    'POST /books 415 failed: expected 400 took 12 ms',
    'A reading that few readers of the document would expect',
    'curl &#39;https://staging.invalid&#39;',
    'bookdist verify --only create.content-type-400',
    '1 needs --allow publish',
    'walkthrough (seen)',
    '415',
    '58748325 is published: refused',
  ]) {
    expect(text).toContain(part);
  }
});

it('says why a run that ended well proved too little', () => {
  const because = 'Of 3 requirements 2 were proven, and --min-proven asks for 3 at least.';
  const run = { ...report.run, stoppedBecause: because };
  const short = reportPage({ ...report, findings: [], exitCode: 3, run });
  expect(words(short)).toContain(because);
  expect(words(short)).toContain('Too little proven');
});

it('has an anchor for every requirement and silence, once', () => {
  const anchors = [...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(anchors).size).toBe(anchors.length);
  for (const { id } of [...report.requirements, ...report.silences]) expect(anchors).toContain(id);
});

it('leads only to places it has', () => {
  const text = page.replaceAll(/<script>.*?<\/script>/gs, '');
  const anchors = new Set([...text.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id));
  const links = [...text.matchAll(/href="#([^"]+)"/g)].map(([, id = '']) => id);
  expect(links.filter((id) => !anchors.has(id) && !id.startsWith('exchange-'))).toEqual([]);
});

it('lets nothing of a service become markup', () => {
  expect(page).not.toContain('<img');
});

it('names exactly its own style and script in its policy, and nothing else may run', () => {
  const policy = /Content-Security-Policy"\s+content="([^"]*)"/.exec(page)?.[1] ?? '';
  for (const tag of ['style', 'script']) {
    const text = new RegExp(`<${tag}>(.*?)</${tag}>`, 's').exec(page)?.[1] ?? '';
    const hash = createHash('sha256').update(text).digest('base64');
    expect(policy).toContain(`${tag}-src &#39;sha256-${hash}&#39;`);
  }
  expect(policy).toContain('default-src &#39;none&#39;');
  expect(page).not.toMatch(/<[^>]*\s(style|onclick|src)=/);
});

it('is amber and says so when too little was proven', () => {
  const must = { total: 197, proven: 4, conforms: 4, untested: 3 };
  const thin: Report = {
    ...report,
    exitCode: 0,
    findings: [],
    summary: { ...report.summary, must },
  };
  const text = reportPage(thin);
  expect(text).toContain('<title>Too little proven: https://staging.invalid</title>');
  expect(text).toContain('verdict-line unproven');
  expect(words(text)).toContain('None in the 4 of 197 requirements that were tested.');
});

it('says in its first line that a service does not answer', () => {
  const stoppedBecause = 'Nothing answered at https://staging.invalid.';
  const run = { ...report.run, stopped: 'unreachable' as const, stoppedBecause, requests: 1 };
  const must = { total: 197, proven: 0, conforms: 0, untested: 3 };
  const summary = { ...report.summary, must };
  const dead = words(reportPage({ ...report, exitCode: 3, findings: [], run, summary }));
  expect(dead).toContain(
    'Not reachable Nothing answered at https://staging.invalid. Nothing was tested.',
  );
  expect(dead).toContain('2 requirements: 2 not tested');
  expect(dead).not.toContain('as stated');
});

it('shows the calls of a case in order, with links both ways and the failing one marked', () => {
  const before = {
    number: 16,
    method: 'GET',
    path: '/v2/distribution/books',
    status: 200,
    took: 3,
  };
  const path = '/v2/distribution/books';
  const calls = [
    { ...before, expected: '2xx' },
    { number: 17, method: 'POST', path, status: 415, took: 12 },
  ];
  const row = { ...finding, calls };
  const record: ExchangeRow = { ...exchange, number: 16, method: 'GET', status: 200, took: 3 };
  const text = reportPage({ ...report, findings: [row] }, [record, exchange]);
  expect(words(text)).toMatch(
    /2 calls lead to it GET \/books 200 as expected: 2xx .* POST \/books 415 failed: expected 400/,
  );
  expect(text).toMatch(/<a\s+href="#exchange-16"\s+data-case="0d8687ff7e6f"/);
  expect(text).toMatch(/<li class="fails">\s*<a\s+href="#exchange-17"/);
});

it('marks code in sentences and shows no backticks', () => {
  const says = 'A page carries `links.next` unless it is the last.';
  const text = reportPage({ ...report, findings: [{ ...finding, says }] });
  const shown = text.replaceAll(/<(code|script)\b[^>]*>.*?<\/\1>/gs, '');
  expect(text).toContain('<code>links.next</code>');
  expect(shown).not.toContain('`links');
});

it('composes an entry that known-drifts.yaml takes', () => {
  const row = { ...finding, fingerprint: '1234567890e1', requirement: 'create.content-type-400' };
  const text = textOf(html`${acceptForm(row, report)}`);
  const entry = /<code tabindex="0">(.*?)<\/code/s.exec(text)?.[1]?.replaceAll('&#39;', "'") ?? '';
  expect(readKnownDrifts(entry, 'known-drifts.yaml')).toEqual([
    {
      fingerprint: '1234567890e1',
      requirement: 'create.content-type-400',
      reason: 'WHY, and the ticket',
      since: '2026-11-21',
      until: '2026-12-21',
      target: 'https://staging.invalid',
    },
  ]);
});

it('puts reports side by side, and marks what differs', () => {
  const [, second] = report.requirements;
  const other: Report = {
    ...report,
    target: { ...report.target, address: 'https://production.invalid' },
    findings: [],
    requirements: report.requirements.map((row) =>
      row === second ? row : { ...row, verdict: 'conforms' },
    ),
  };
  const compared = comparePage([report, other]);
  expect(words(compared)).toContain('https://staging.invalid');
  expect(words(compared)).toContain('https://production.invalid');
  expect(compared).toMatch(/id="create\.content-type-400"\s+data-kinds="drifts conforms differs"/);
});

it('shows under a fingerprint whether each report has that drift, and no other', () => {
  const other = { ...finding, fingerprint: 'ffffffffffff' };
  const same = { ...report, findings: [other] };
  const text = words(comparePage([report, same, { ...report, findings: [], requirements: [] }]));
  expect(text).toContain('3 reports side by side');
  expect(text).toContain('not shown, but another drift of this requirement is');
  expect(text).toContain('not tested in full');
});
