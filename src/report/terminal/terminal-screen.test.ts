/** Tests that one screen names all drifts with their dates, the changed answers and the next commands. */
import { describe, expect, it } from 'vitest';
import { madeUpReport, madeUpRun } from '../../../tests/support/report/made-up-report.ts';
import { createDrift, createExchangeRow } from '../../../tests/support/report/made-up-drifts.ts';
import { countRows } from './paint.ts';
import type { FindingRow, Report } from '../record/index.ts';
import { formatTerminalSummary } from './run-summary.ts';

const book = '/books/cc73b194-a7c1-4193-93de-d6c1b7d3a3e5';
const file = '/file/409de25c-04dd-427f-b975-1702f577521e';
const startedAt = madeUpRun.startedAt;

const exchange = createExchangeRow(1, 200);

type DriftExample = Pick<FindingRow, 'requirement' | 'says' | 'section' | 'expected' | 'actual'> &
  Partial<FindingRow> & { readonly call: string };

const driftExamples: readonly DriftExample[] = [
  {
    requirement: 'delete.refused-409',
    says: "A delete that the book's status does not allow is refused with a 409 Problem.",
    section: 'Errors',
    operation: 'deleteBook',
    call: `DELETE ${book}`,
    expected: '409',
    actual: `422  application/problem+json  {"title":"Unprocessable Content","status":422}`,
    since: '2026-11-02T08:15:00.000Z',
  },
  {
    requirement: 'chapters.replace',
    says: 'A chapter entry whose sequence number exists takes the place of that chapter.',
    section: 'Chapter (audiobooks only)',
    operation: 'readBook',
    call: `GET ${book}`,
    expected: `chapter 2 after it was replaced: [{"fileId":"${file}","title":"Another second"}]`,
    actual: `[{"fileId":"${file}","title":"Number 2"}]`,
    values: {
      expected: [{ fileId: file, title: 'Another second' }],
      actual: [{ fileId: file, title: 'Number 2' }],
    },
  },
  {
    requirement: 'attach.hash-mismatch-422',
    says: 'Attach refuses a declared hash that differs from the uploaded bytes with 422.',
    section: 'Errors',
    operation: 'attachFile',
    call: `PATCH ${book}${file}/attach`,
    expected: '422 for bytes of another hash',
    actual: '200  application/json  {}',
  },
  {
    requirement: 'list.next-leads-on',
    says: 'The next link leads to the following page under the same filters and sort key.',
    section: 'Endpoints',
    operation: 'listBooks',
    call: 'GET /books?format=print&language=FR&sort=title&perPage=1&page=2',
    expected: 'books behind the next link: ["ab432771-a853-42f6-8131-cb8fecf3e7c9"]',
    actual: '["5c13a752-a8aa-4caa-9f5a-c99bdd8a34d6"]',
  },
  {
    requirement: 'put.used-url',
    says: 'An upload URL that was used takes no other bytes unnoticed.',
    section: 'Errors',
    operation: 'attachFile',
    call: `PATCH ${book}${file}/attach`,
    expected: 'a second upload of other bytes to be refused, or the attach to notice them',
    actual: 'the upload answered 200 and the attach 200',
  },
  {
    requirement: 'chapters.read-back',
    says: 'After a successful update the book shows the chapters as they were sent.',
    section: 'Chapter (audiobooks only)',
    operation: 'readBook',
    call: `GET ${book}`,
    expected: 'chapters as they were set: [{"title":"Salt 1"}]',
    actual: '[{"title":"Number 1"}]',
    values: { expected: [{ title: 'Salt 1' }], actual: [{ title: 'Number 1' }] },
  },
];

const findings = driftExamples.map(({ call, requirement, ...row }, index): FindingRow => {
  const [method = '', path = ''] = call.split(' ');
  const url = `https://staging.invalid/v2/distribution${path}`;
  return createDrift(requirement, {
    fingerprint: `${index}`.repeat(12),
    since: startedAt,
    exchange: { ...exchange, number: index, method, url },
    again: `bookdist verify https://staging.invalid --replay ${'WzEs'.repeat(25)}`,
    script: `reproduce/${requirement}-1.sh`,
    ...row,
  });
});

const changeFields = { says: '', since: startedAt, lastSeen: '2026-11-20T10:00:00.000Z' };
const report: Report = {
  ...madeUpReport,
  run: {
    ...madeUpRun,
    allow: ['read', 'write', 'publish', 'delete'],
    requests: 2712,
    took: 12_000,
  },
  exitCode: 1,
  summary: {
    ...madeUpReport.summary,
    must: { total: 197, proven: 188, conforms: 182, untested: 3 },
  },
  requirements: ['put.deadline', 'upload.fresh-after-expiry', 'publish.queued'].map((id) => ({
    id,
    says: '',
    section: '',
    level: 'must',
    verdict: 'unproven',
    reason: id === 'publish.queued' ? 'cannot be tested from outside: no call shows it' : 'later',
    cases: [],
  })),
  findings,
  remembered: { target: madeUpReport.target.address, lastRun: '2026-11-20T10:00:00.000Z' },
  changed: [
    {
      ...changeFields,
      silence: 'path.invalid-uuid',
      operation: 'readBook',
      answer: '404',
      previous: ['400'],
    },
    {
      ...changeFields,
      silence: 'create.response',
      operation: 'createBook',
      answer: 'walkthrough',
      previous: ['reference'],
    },
  ],
};

const files = { file: 'reports/report.html', reportFile: 'reports/report.json' };
const screenOptions = { ...files, colour: false };

describe('a screen of 40 rows', () => {
  it('shows six requirements that drift, grouped by cause, and two changed answers', () => {
    expect(formatTerminalSummary(report, { ...screenOptions, width: 80, height: 40 }))
      .toMatchInlineSnapshot(`
        "https://staging.invalid/v2/distribution   seed 7
        allow read,write,publish,delete   2,712 requests in 12 s
        ✗ readBook shows the wrong title
            expected [0].title: "Another second", got "Number 2"
            GET /books/…
            chapters.replace and chapters.read-back, since 2026-11-21 10:00 UTC: A
            chapter entry whose sequence number exists takes the place of that chapter.
        ✗ deleteBook answers 422 instead of 409
            expected 409, got 422 application/problem+json {"title":"Unprocessable…
            DELETE /books/…
            delete.refused-409, since 2026-11-02 08:15 UTC: A delete that the book's
            status does not allow is refused with a 409 Problem.
        ✗ attachFile accepts a request that must be refused (200, should be 422)
            expected 422 for bytes of another hash, got 200
            PATCH /books/…/file/…/attach
            attach.hash-mismatch-422, since 2026-11-21 10:00 UTC: Attach refuses a
            declared hash that differs from the uploaded bytes with 422.
        ✗ listBooks shows the wrong “books behind the next link”
            expected books behind the next link: …, got ["5c13a752-a8aa-4caa-9f5a-c9…
            GET /books?format=print&language=FR&sort=title&perPage=1&page=2
            list.next-leads-on, since 2026-11-21 10:00 UTC
        ✗ putFile takes other bytes at a used upload URL
            expected a second upload of other byt…, got the upload answered 200 and …
            PATCH /books/…/file/…/attach
            put.used-url, since 2026-11-21 10:00 UTC: An upload URL that was used takes
            no other bytes unnoticed.
            reproduce  sh reports/reproduce/chapters.replace-1.sh
            everything bookdist report show reports/report.json --full
        ? 2 answers changed since 2026-11-20 10:00 UTC
          path.invalid-uuid (readBook): 400 → 404
          create.response (createBook): reference → walkthrough

        ! 3 requirements unproven
             2  later: put.deadline, upload.fresh-after-expiry
             1  cannot be tested from outside: publish.queued

        DRIFT   6 of 197 requirements broken, 182 met, 9 not proven   2 changed answers
        reports/report.html
        "
      `);
  });

  it.each([80, 100, 120])(
    'names all drifts, dates and changes in fewer rows with %i columns',
    (width) => {
      const text = formatTerminalSummary(report, { ...screenOptions, width, height: 40 });
      expect(countRows(text.trimEnd().split('\n'), { width, colour: false })).toBeLessThan(40);
      for (const { requirement } of findings) expect(text).toContain(requirement);
      expect(text).toMatch(/since 2026-11-02 08:15 UTC[^]*since 2026-11-21 10:00 UTC/);
      expect(text).toContain('sh reports/reproduce/chapters.replace-1.sh');
      expect(text).toMatch(/✗[^]*\? 2 answers changed[^]*\nDRIFT/);
    },
  );
});

it('drops surprising answers before drifts in 24 rows, and counts them in the verdict', () => {
  const silences = Array.from({ length: 9 }, (_, index) => ({
    id: `create.question-${index}`,
    says: '',
    section: '',
    verdict: 'observed' as const,
    readings: ['usual', 'odd'],
    surprising: ['odd'],
    answers: [{ answer: 'odd', times: 1 }],
  }));
  const surprising = { ...report, silences, summary: { ...report.summary, surprising: 9 } };
  const options = { ...screenOptions, width: 80, height: 24 };
  const text = formatTerminalSummary(surprising, options);
  expect(text.split('\n').length).toBeLessThanOrEqual(24);
  for (const { requirement } of findings) expect(text).toContain(requirement);
  expect(text.match(/^ {4}expected .*, got /gm)).toHaveLength(5);
  expect(text).not.toContain('expected usual, got odd');
  expect(text).toMatch(/^DRIFT [^]*9 surprising answers/m);
  const full = formatTerminalSummary(surprising, { ...screenOptions, width: 80 });
  expect(full).toMatch(/✗ [^]*create\.question-0: expected usual, got odd[^]*DRIFT/);
});

it('says in 24 rows of 80 columns which call was wrong, what was sent, how often, and the statement', () => {
  const isbn = createDrift('isbn.valid-on-create', {
    since: '2026-11-02T08:15:00.000Z',
    script: 'reproduce/isbn-1.sh',
    says: 'Create refuses an invalid ISBN.',
    operation: 'createBook',
    expected: '422',
    actual: '201  application/json  {"data":{}}',
    exchange: { ...exchange, operation: 'createBook', method: 'POST', url: '/books' },
    sent: [
      { request: 1, method: 'POST', path: '/books', status: 201, name: 'isbn', value: '97803064' },
    ],
    judged: {
      times: 18,
      drifted: 4,
      passing: {
        request: 7,
        status: 422,
        condition: { dimension: 'sent isbn', values: ['"1"'] },
      },
    },
  });
  const text = formatTerminalSummary(
    { ...report, findings: [isbn] },
    { ...screenOptions, width: 80, height: 24 },
  );
  expect(text).toMatch(
    /✗ createBook accepts an invalid isbn \(201, should be 422\)\n {4}expected 422, got 201\n/,
  );
  expect(text).toContain('\n    POST /books, sent isbn "97803064" (8 digits)\n');
  expect(text).toContain(
    '\n    4 of 18 judged responses of createBook; request 7 passes (422) with isbn "1"\n',
  );
  expect(text).toMatch(/sh reports\/reproduce\/isbn-1\.sh$/m);
  expect(text).toContain(
    '    isbn.valid-on-create, since 2026-11-02 08:15 UTC: Create refuses an invalid\n',
  );
});

it('says in which call it was seen that an earlier call went wrong, with both statuses', () => {
  const refused = { number: 3, method: 'DELETE', path: '/books/1', status: 409, took: 1 };
  const deleted = createDrift('delete.refused-changes-nothing', {
    operation: 'readBook',
    expected: '200',
    actual: '404 {"message":"Book not found."}',
    exchange: { ...exchange, number: 4, operation: 'readBook', status: 404, url: '/books/1' },
    calls: [{ ...refused, operation: 'deleteBook' }],
  });
  const text = formatTerminalSummary(
    { ...report, findings: [deleted] },
    { ...screenOptions, width: 80, height: 20 },
  );
  expect(text).toContain('\n    DELETE /books/1 → 409, seen in GET /books/1 → 404\n');
});

it('says of a service that fails now and then how often it does', () => {
  const failing = createDrift('errors.no-5xx', {
    level: 'should',
    operation: 'updateBook',
    expected: 'a response below 500',
    actual: '5xx in 12 of 436 calls',
    exchange: { ...exchange, status: 500 },
    judged: { of: 'calls', times: 61, drifted: 12 },
  });
  const text = formatTerminalSummary(
    { ...report, findings: [failing] },
    { ...screenOptions, width: 80 },
  );
  expect(text).toContain('~ errors.no-5xx (advice): updateBook fails with 500 in 12 of 61 calls\n');
});

it('shows each cause in full if the number of rows is unknown', () => {
  const text = formatTerminalSummary(report, { ...screenOptions, width: 80 });
  expect(text.match(/run again {2}bookdist verify/g)).toHaveLength(5);
});

describe('the last line starts with', () => {
  const rule = {
    id: 'caller.sends-key',
    says: 'Every call carries the key.',
    section: 'Authentication',
    judged: 2,
    broken: 1,
    findings: [],
  };
  const stale = {
    fingerprint: '0'.repeat(12),
    requirement: 'put.used-url',
    reason: 'a ticket',
    since: '2026-01-01',
    until: '2026-02-01',
    why: 'past its date' as const,
  };
  const must = { ...report.summary.must, conforms: 188 };
  const conforming = { ...report, findings: [], summary: { ...report.summary, must } };
  it.each<[beginning: string, report: Report]>([
    ['DRIFT   6 of 197 requirements broken, 182 met, 9 not proven   2 changed answers', report],
    ['CHANGED ANSWERS   188 of 197 requirements met, 9 not proven   2 changed answers', conforming],
    [
      'STALE KNOWN DRIFTS   188 of 197 requirements met, 9 not proven   1 stale entry',
      { ...conforming, changed: [], stale: [stale] },
    ],
    [
      'CALLER AT FAULT   188 of 197 requirements met, 9 not proven   reports',
      { ...conforming, changed: [], callers: [rule] },
    ],
  ])('%s', (beginning, failedReport) => {
    const text = formatTerminalSummary(failedReport, { ...screenOptions, width: 120 });
    expect(text.trimEnd().split('\n').at(-1)).toContain(beginning);
  });
});

it('does not mention callers if no rule for them was judged', () => {
  const rule = {
    id: 'caller.sends-key',
    says: '',
    section: '',
    judged: 0,
    broken: 0,
    findings: [],
  };
  const text = formatTerminalSummary(
    { ...report, callers: [rule] },
    { ...screenOptions, width: 80 },
  );
  expect(text).not.toContain('the callers');
});
