/** Tests the page of a report: its content, that it shows no secret, and its own policy. */
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import type { ExchangeRow, Report } from '../record/index.ts';
import {
  sampleDrift as finding,
  sampleExchange as exchange,
  reportWithDrift as report,
  visibleText,
} from '../scenes/report-with-drift.ts';
import { reportPage } from './report-page.ts';

const page = reportPage(report);

it('shows the counts, both sides of the drift, the command to run it again, and what was not tested', () => {
  const text = visibleText(page);
  for (const part of [
    '1 cause , 1 requirement, 1 drift.',
    '2 requirements: 1 drift 1 unproven: needs --allow publish',
    'A create in anything but JSON gets 400.',
    'expected 400 got 415',
    'POST /books 415 failed: expected 400 took 12 ms',
    'few of its readers would expect them',
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

it('says why a run without a drift proved too little', () => {
  const because = 'Of 3 requirements 2 were proven, and --min-proven asks for 3 at least.';
  const run = { ...report.run, stoppedBecause: because };
  const short = reportPage({ ...report, findings: [], exitCode: 3, run });
  expect(visibleText(short)).toContain(because);
  expect(visibleText(short)).toContain('Too little proven');
});

it('has exactly one anchor for every requirement and silence', () => {
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

it('escapes all text of a service', () => {
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

it('is amber and names the reason if too little was proven', () => {
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
  expect(visibleText(text)).toContain('None in the 4 of 197 requirements that were tested.');
});

it('says in its first line that a service does not answer', () => {
  const stoppedBecause = 'No response from https://staging.invalid.';
  const run = { ...report.run, stopped: 'unreachable' as const, stoppedBecause, requests: 1 };
  const must = { total: 197, proven: 0, conforms: 0, untested: 3 };
  const summary = { ...report.summary, must };
  const dead = visibleText(reportPage({ ...report, exitCode: 3, findings: [], run, summary }));
  expect(dead).toContain(
    'Not reachable No response from https://staging.invalid. Nothing was tested.',
  );
  expect(dead).toContain('2 requirements: 2 not tested');
  expect(dead).toContain('Find the cause bookdist doctor https://staging.invalid');
  expect(dead).not.toContain('as stated');
  expect(dead).not.toContain('publish.answers-204');
});

it('says in its first line that a service stopped responding, and the reason once', () => {
  const stoppedBecause = 'The service gave no usable response for 18 s (ECONNREFUSED).';
  const run = { ...report.run, stopped: 'stopped responding' as const, stoppedBecause };
  const requirements = report.requirements.map((row) => ({
    ...row,
    verdict: 'unproven' as const,
    reason: stoppedBecause,
  }));
  const text = visibleText(reportPage({ ...report, exitCode: 3, findings: [], run, requirements }));
  expect(text).toContain('Stopped responding https://staging.invalid stopped responding after');
  expect(text.split('ECONNREFUSED')).toHaveLength(2);
});

it('counts requirements, open questions and advice separately', () => {
  const of = (level: 'must' | 'open' | 'should', at: number) => ({
    ...finding,
    level,
    requirement: `create.${level}`,
    fingerprint: `${level}${at}`,
  });
  const findings = [of('must', 1), of('must', 2), of('open', 3), of('should', 4)];
  const text = visibleText(reportPage({ ...report, findings }));
  expect(text).toContain('1 requirement, 1 open question, 3 drifts');
  expect(text).toContain('1 requirement · 1 open question · 1 of advice · 4 drifts');
});

it('distinguishes drifts that have the same requirement, operation and values', () => {
  const other = { ...finding, fingerprint: '1d8687ff7e6f', sentence: 'holds in every response' };
  const list = /<nav\s+class="triage-list".*?<\/nav>/s.exec(
    reportPage({ ...report, findings: [finding, other] }),
  );
  const items = visibleText(list?.[0] ?? '')
    .split('create.content-type-400')
    .slice(1);
  expect(items.map((text) => text.trim())).toEqual([
    'expected 400, got 415 refuses a body that is sent as text',
    'expected 400, got 415 holds in every response',
  ]);
});

it('marks only the statuses of drifts red', () => {
  const red = /status-chip drifting">\s*415/;
  const findings = [{ ...finding, operation: 'createBook' }];
  expect(reportPage({ ...report, findings })).toMatch(red);
  expect(reportPage({ ...report, findings: [] })).not.toMatch(red);
});

it('shows the calls of a case in order, with links both ways and the failing one marked', () => {
  const preparation = {
    number: 16,
    method: 'GET',
    path: '/v2/distribution/books',
    status: 200,
    took: 3,
  };
  const path = '/v2/distribution/books';
  const calls = [
    { ...preparation, expected: '2xx' },
    { number: 17, method: 'POST', path, status: 415, took: 12 },
  ];
  const row = { ...finding, calls };
  const record: ExchangeRow = { ...exchange, number: 16, method: 'GET', status: 200, took: 3 };
  const text = reportPage({ ...report, findings: [row] }, [record, exchange]);
  expect(visibleText(text)).toMatch(
    /2 calls lead to the drift GET \/books 200 as expected: 2xx .* POST \/books 415 failed: expected 400/,
  );
  expect(text).toMatch(/<a\s+href="#exchange-16"\s+data-case="0d8687ff7e6f"/);
  expect(text).toMatch(/<li class="fails">\s*<a\s+href="#exchange-17"/);
});

it('marks code in sentences and shows no backticks', () => {
  const says = 'A page carries `links.next` unless it is the last.';
  const text = reportPage({ ...report, findings: [{ ...finding, says }] });
  const visible = text.replaceAll(/<(code|script)\b[^>]*>.*?<\/\1>/gs, '');
  expect(text).toContain('<code>links.next</code>');
  expect(visible).not.toContain('`links');
});
