/** Tests the page of a report and the page that compares reports: content, links and content security policy. */
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import fc from 'fast-check';
import type { Report } from '../record/index.ts';
import { getVisibleText } from '../../../tests/support/report/made-up-report.ts';
import {
  createDrift,
  createExchangeRow,
  report as conformingReport,
  withDrifts,
} from '../../../tests/support/report/made-up-drifts.ts';
import { renderReportPage } from './report-page.ts';
import { renderComparisonPage } from './compare-page.ts';
import { readKnownDrifts } from '../baseline/index.ts';
import { html, toText } from '../../design/pieces.ts';
import { renderAcceptForm } from './drifts/drift-card.ts';
import { packJson, unpackJson } from './exchange-text.ts';

const exchange = {
  ...createExchangeRow(17, 415, { message: '<img src=x onerror=alert(1)>' }),
  operation: 'createBook',
  method: 'POST',
};
const finding = createDrift('create.content-type-400', {
  says: 'A create in anything but JSON gets 400.',
  sentence: 'refuses a body that is sent as text',
  kind: 'property',
  actual: '415  application/json  {"message":"…"}',
  exchange,
});
const report = withDrifts([finding], {
  target: { ...conformingReport.target, address: 'https://staging.invalid' },
  silences: conformingReport.silences.map((row) => ({
    ...row,
    surprising: ['walkthrough'],
    answers: row.answers.map((answer) => ({ ...answer, evidence: exchange })),
  })),
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
});
const page = renderReportPage(report);

it('shows the counts, the drift with its commands, unproven requirements, answers and leftovers', () => {
  const text = getVisibleText(page);
  for (const part of [
    '1 cause breaks 1 requirement.',
    '3 requirements: 1 conform 1 drift 1 unproven: needs --allow publish',
    'A create in anything but JSON gets 400.',
    'expected 400 got 415',
    'POST /books 415 failed: expected 400, got 415 application/json',
    'few of its readers would expect them',
    'bookdist verify --replay create.content-type-400',
    '1 needs --allow publish',
    'walkthrough (seen)',
    '415',
    '58748325 is published: refused',
  ]) {
    expect(text).toContain(part);
  }
});

it('says in the head how much each of three causes concerns', () => {
  const findings = ['series', 'audience', 'imprint'].map((name) => ({
    ...finding,
    requirement: `book.${name}-present`,
    fingerprint: name,
    expected: 'present',
    actual: 'absent',
    pointer: `/data/attributes/${name}`,
    judged: { times: 9, drifted: 2 },
  }));
  const [head = ''] =
    /<ol class="causes">.*?<\/ol>/s.exec(renderReportPage({ ...report, findings })) ?? [];
  expect(head.match(/2 of 9 judged responses/g)).toHaveLength(3);
});

it('names in the head the call that shows a drift, and no new drift only if others are known', () => {
  const call = { number: 8, operation: 'deleteBook', method: 'DELETE', path: '/books/1', took: 1 };
  const lost = createDrift('delete.refused-changes-nothing', {
    operation: 'readBook',
    expected: '200',
    actual: '404',
    exchange: { ...createExchangeRow(9, 404), operation: 'readBook' },
    calls: [{ ...call, status: 409 }],
  });
  const others = ['series', 'audience'].map((name) =>
    createDrift(`book.${name}-present`, {
      fingerprint: name,
      expected: 'present',
      actual: 'absent',
      pointer: `/data/attributes/${name}`,
    }),
  );
  const text = getVisibleText(renderReportPage({ ...report, findings: [lost, ...others] }));
  expect(text).toContain('noticed: GET /books → 404 (request 9)');
  const conforming = { ...report, exitCode: 0 as const, findings: [] };
  const isKnown = (known: number) => ({ ...conforming, summary: { ...report.summary, known } });
  expect(getVisibleText(renderReportPage(isKnown(0)))).toContain('shows no drift:');
  expect(getVisibleText(renderReportPage(isKnown(1)))).toContain('shows no new drift:');
});

it('says how many of the unproven are advice', () => {
  const reason = 'cannot be tested from outside';
  const rows = (['must', 'should'] as const).map((level) => ({
    ...report.requirements[0],
    id: `publish.${level}`,
    says: '',
    section: '',
    level,
    verdict: 'unproven' as const,
    reason,
    cases: [],
  }));
  const text = getVisibleText(renderReportPage({ ...report, requirements: rows }));
  expect(text).toContain(`2 ${reason}, 1 of them advice`);
});

it('says why a run without a drift proved too little', () => {
  const stoppedBecause = 'Of 3 requirements 2 were proven, and --min-proven asks for 3 at least.';
  const run = { ...report.run, stoppedBecause, needed: 50 };
  const text = renderReportPage({ ...report, findings: [], exitCode: 3, run });
  const parts = [
    stoppedBecause,
    'Too few requirements tested',
    'None in the 2 of 3 requirements that were tested.',
    `${50 - report.requirements.length} more needed for a verdict`,
    `Prove more bookdist verify ${report.target.address}`,
  ];
  for (const part of parts) expect(getVisibleText(text)).toContain(part);
  expect(text.match(/class="untested missing"/g)).toHaveLength(50 - report.requirements.length);
});

it('has an anchor for every requirement and silence, and no anchor twice', () => {
  const anchors = [...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(anchors).size).toBe(anchors.length);
  for (const { id } of [...report.requirements, ...report.silences]) expect(anchors).toContain(id);
});

it('links only to anchors that exist', () => {
  const text = page.replaceAll(/<script>.*?<\/script>/gs, '');
  const anchors = new Set([...text.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id));
  const links = [...text.matchAll(/href="#([^"]+)"/g)].map(([, id = '']) => id);
  expect(links.filter((id) => !anchors.has(id) && !id.startsWith('exchange-'))).toEqual([]);
});

it('says that no book is left behind, but not for a recording, which creates none', () => {
  const cleanReport = { ...report, leftovers: [] };
  expect(getVisibleText(renderReportPage(cleanReport))).toContain('this run removed every book');
  const target = { ...report.target, kind: 'recording' as const };
  expect(renderReportPage({ ...cleanReport, target })).not.toContain('id="leftovers"');
});

it("escapes a service's text", () => {
  expect(page).not.toContain('<img');
});

it('allows only its own style and script in its content security policy', () => {
  const policy = /Content-Security-Policy"\s+content="([^"]*)"/.exec(page)?.[1] ?? '';
  for (const tag of ['style', 'script']) {
    const text = new RegExp(`<${tag}>(.*?)</${tag}>`, 's').exec(page)?.[1] ?? '';
    const hash = createHash('sha256').update(text).digest('base64');
    expect(policy).toContain(`${tag}-src &#39;sha256-${hash}&#39;`);
  }
  expect(policy).toContain('default-src &#39;none&#39;');
  expect(page).not.toMatch(/<[^>]*\s(style|onclick|src)=/);
});

it('says that a service is unreachable, with the next commands and without findings', () => {
  const stoppedBecause = 'No response from https://staging.invalid.';
  const run = { ...report.run, stopped: 'unreachable' as const, stoppedBecause, requests: 1 };
  const must = { total: 197, proven: 0, conforms: 0, untested: 3 };
  const summary = { ...report.summary, must };
  const text = getVisibleText(
    renderReportPage({ ...report, exitCode: 3, findings: [], run, summary }),
  );
  expect(text).toContain(
    'No full answer: unreachable No response from https://staging.invalid. Nothing was tested.',
  );
  expect(text).toContain('3 requirements: 3 not tested');
  expect(text).toContain('Find the cause bookdist doctor https://staging.invalid');
  expect(text).not.toContain('as stated');
  expect(text).not.toContain('publish.answers-204');
});

it('says that a service stopped responding, with the reason once', () => {
  const stoppedBecause = 'The service gave no usable response for 18 s (ECONNREFUSED).';
  const run = { ...report.run, stopped: 'stopped responding' as const, stoppedBecause };
  const requirements = report.requirements.map((row) => ({
    ...row,
    verdict: 'unproven' as const,
    reason: stoppedBecause,
  }));
  const text = getVisibleText(
    renderReportPage({ ...report, exitCode: 3, findings: [], run, requirements }),
  );
  expect(text).toContain(
    'No full answer: stopped responding https://staging.invalid stopped responding after',
  );
  expect(text.split('ECONNREFUSED')).toHaveLength(2);
});

it('counts requirements, open questions and advice separately', () => {
  const createFinding = (level: 'must' | 'open' | 'should', index: number) => ({
    ...finding,
    level,
    requirement: `create.${level}`,
    fingerprint: `${level}${index}`,
  });
  const findings = [
    createFinding('must', 1),
    createFinding('must', 2),
    createFinding('open', 3),
    createFinding('should', 4),
  ];
  const text = getVisibleText(renderReportPage({ ...report, findings }));
  expect(text).toContain(
    'breaks 1 requirement and 1 open question, 1 piece of advice not followed.',
  );
  expect(text).toContain('1 requirement · 1 open question · 1 piece of advice · 4 drifts');
});

it('shows the sentence of drifts with the same requirement, operation and values', () => {
  const otherDrift = {
    ...finding,
    fingerprint: '1d8687ff7e6f',
    sentence: 'holds in every response',
  };
  const list = /<nav\s+class="triage-list panel".*?<\/nav>/s.exec(
    renderReportPage({ ...report, findings: [finding, otherDrift] }),
  );
  const items = getVisibleText(list?.[0] ?? '')
    .split('create.content-type-400')
    .slice(1);
  expect(items.map((text) => text.trim())).toEqual([
    'expected 400, got 415 refuses a body that is sent as text',
    'expected 400, got 415 holds in every response',
  ]);
});

it('marks a status as drifting only if a drift has it', () => {
  const redStatus = /status-chip[^"]* drifts"\s*>\s*415/;
  const findings = [{ ...finding, operation: 'createBook' }];
  expect(renderReportPage({ ...report, findings })).toMatch(redStatus);
  expect(renderReportPage({ ...report, findings: [] })).not.toMatch(redStatus);
});

it('shows the calls of a case in order, with links to their exchanges and the failing call marked', () => {
  const path = '/v2/distribution/books';
  const calls = [
    { number: 16, method: 'GET', path, status: 200, took: 3, expected: '2xx' },
    { number: 17, method: 'POST', path, status: 415, took: 12 },
  ];
  const row = { ...finding, calls };
  const text = renderReportPage({ ...report, findings: [row] }, [
    createExchangeRow(16, 200),
    exchange,
  ]);
  expect(getVisibleText(text)).toMatch(
    /2 calls lead to the drift GET \/books 200 as expected: 2xx .* POST \/books 415 failed: expected 400/,
  );
  expect(text).toMatch(/<a\s+href="#exchange-16"\s+data-case="0123456789ab"/);
  expect(text).toMatch(/<li class="fails drifts">\s*<a\s+href="#exchange-17"/);
});

it('shows reports side by side, and marks requirements with different verdicts', () => {
  const [, secondRequirement] = report.requirements;
  const otherReport: Report = {
    ...report,
    target: { ...report.target, address: 'https://production.invalid' },
    findings: [],
    requirements: report.requirements.map((row) =>
      row === secondRequirement ? row : { ...row, verdict: 'conforms' },
    ),
  };
  const comparison = renderComparisonPage([report, otherReport]);
  // Columns of a phone have no room for what all addresses share.
  expect(getVisibleText(comparison)).toContain('drift staging.invalid production.invalid');
  expect(comparison).toMatch(
    /id="create\.content-type-400"\s+data-kinds="drifts conforms differs"/,
  );
});

it('shows for each drift why a report does not have it', () => {
  const otherDrift = { ...finding, fingerprint: 'ffffffffffff' };
  const sameRequirement = { ...report, findings: [otherDrift] };
  const text = getVisibleText(
    renderComparisonPage([report, sameRequirement, { ...report, findings: [], requirements: [] }]),
  );
  expect(text).toContain('3 reports side by side');
  expect(text).toContain('not shown, but another drift of this requirement is');
  expect(text).toContain('not tested in full');
});

it('shows a valid entry of known-drifts.yaml', () => {
  const row = { ...finding, fingerprint: '1234567890e1', requirement: 'create.content-type-400' };
  const text = toText(html`${renderAcceptForm(row, report)}`);
  const entry = /<code tabindex="0">(.*?)<\/code/s.exec(text)?.[1]?.replaceAll('&#39;', "'") ?? '';
  expect(readKnownDrifts(entry, 'known-drifts.yaml')).toEqual([
    {
      fingerprint: '1234567890e1',
      requirement: 'create.content-type-400',
      reason: 'WHY, and the ticket',
      since: '2026-11-21',
      until: '2027-02-19',
      target: 'https://staging.invalid',
    },
  ]);
});

it('restores every JSON value', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), (value) => {
      expect(JSON.stringify(unpackJson(packJson(value)))).toBe(JSON.stringify(value));
    }),
  );
});

it('writes a repeated part only once', () => {
  const book = { id: '58748325', language: ['EN', 'ES'] };
  expect(packJson([{ data: [book, book] }, book]).match(/58748325/g)).toHaveLength(1);
});

it('shows a drift as fixed only after an earlier report that has it', () => {
  const onDay = (day: number, findings: Report['findings']): Report => ({
    ...report,
    findings,
    requirements: report.requirements.map((row) => ({ ...row, verdict: 'conforms' })),
    run: { ...report.run, startedAt: `2026-01-0${day}T00:00:00.000Z` },
  });
  const findings = report.findings.slice(0, 1);
  const [added, removed] = [
    renderComparisonPage([onDay(1, []), onDay(2, findings)]),
    renderComparisonPage([onDay(1, findings), onDay(2, [])]),
  ];
  expect(added).toMatch(/<h1>[^<]*: 1 new, 0 fixed<\/h1>/);
  expect(added).not.toMatch(/>\s*fixed\s*</);
  expect(removed).toMatch(/<h1>[^<]*: 0 new, \d fixed<\/h1>/);
});
