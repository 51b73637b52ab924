/** Tests annotations, badge, JUnit, Markdown and HAR with drifts, hostile text and broken caller rules. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, it, test, describe } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import {
  createDrift,
  createExchangeRow,
  withDrifts,
  hostileText,
  report,
} from '../../../tests/support/report/made-up-drifts.ts';
import type { Report, ExchangeRow } from '../record/index.ts';
import { renderReportPage } from '../page/index.ts';
import ctrfSchema from '../../../tests/support/report/ctrf-schema-0.0.json' with { type: 'json' };
import { isArray, isObject } from '../../contract/json-pointer.ts';
import { madeUpReport } from '../../../tests/support/report/made-up-report.ts';
import { writeAnnotations, createBadge } from './formats.ts';
import { writeCtrf } from './test-cases.ts';
import { writeJunit } from './junit.ts';
import { writeMarkdown, summaryLimit } from './markdown.ts';
import { writeHar } from './har.ts';

it('writes each annotation on one line, without the name of a file', () => {
  const text = writeAnnotations(withDrifts([createDrift('a.new', { actual: hostileText })]));
  expect(text).toMatch(/^::error title=a.new%3A [^\n]*\n$/);
  expect(text).toContain('| ::error::x %25 ');
});

it('writes at most ten annotations of each kind; the tenth counts the rest', () => {
  const rows = Array.from({ length: 14 }, (_, n) =>
    createDrift(`a.n${n}`, { operation: `operation${n}` }),
  );
  const advice = createDrift('b.advice', { level: 'should' });
  const lines = writeAnnotations(withDrifts([...rows, advice]))
    .trimEnd()
    .split('\n');
  expect(lines.filter((line) => line.startsWith('::error'))).toHaveLength(10);
  expect(lines[9]).toBe('::error title=5 more::The report of this run lists 5 more.');
  expect(lines[10]).toMatch(/^::warning .*title=b.advice%3A /);
});

it('writes nothing for a conforming run, and an error for a run that proved too little', () => {
  expect(writeAnnotations(report)).toBe('');
  expect(writeAnnotations({ ...report, exitCode: 3 })).toBe(
    '::error title=too few requirements tested::Only 2 of 3 requirements were proven.\n',
  );
});

it.each<[message: string, color: string, report: Report]>([
  ['no drift, 2 of 3 met', 'brightgreen', report],
  // Two drifts of one requirement count once.
  ['1 drift, 2 of 3 met', 'red', withDrifts([createDrift('a.new'), createDrift('a.new')])],
  ['changed answers, 2 of 3 met', 'red', { ...report, exitCode: 1 }],
  ['too few requirements tested, 2 of 3 met', 'yellow', { ...report, exitCode: 3 }],
])('says "%s" in %s', (message, color, reportOfRun) => {
  expect(createBadge(reportOfRun)).toEqual({
    schemaVersion: 1,
    label: 'distribution contract',
    message,
    color,
  });
});

const rule = { section: 'Files', judged: 4, says: 'A URL is used once.' };
const finding = { expected: 'a new URL', actual: 'another PUT', exchange: 12 };
const reportWithCallers = {
  ...report,
  callers: [
    { ...rule, id: 'caller.uses-url-once', broken: 2, findings: [finding] },
    { ...rule, id: 'caller.sends-key', broken: 0, findings: [] },
    { ...rule, id: 'caller.follows-links', judged: 0, broken: 0, findings: [] },
  ],
};
const line = 'call 12: another PUT; expected a new URL';

test('Markdown has a row for each rule that was broken', () => {
  const text = writeMarkdown(reportWithCallers);
  expect(text).toContain(`| \`caller.uses-url-once\` A URL is used once. | 2 of 4 | \`${line}\` |`);
  expect(text).not.toContain('caller.sends-key');
});

test('JUnit has a case for each rule that applied, and none of them fails', () => {
  const xml = writeJunit(reportWithCallers);
  expect(xml).toContain(line);
  expect(xml).toContain('name="caller.sends-key"');
  expect(xml).not.toContain('caller.follows-links');
  expect(xml).toMatch(/<testsuites [^>]*failures="0" errors="0"/);
});

test('the page has a section about callers only if the report has rules for them', () => {
  const page = renderReportPage(reportWithCallers);
  expect(page).toContain('broke 1 of 2 rules');
  expect(page).toContain(line);
  expect(renderReportPage(report)).not.toContain('id="callers"');
});

const schema = readFileSync(
  new URL('../../../tests/support/report/junit-10.xsd', import.meta.url),
  'utf8',
);

async function findProblems(xml: string): Promise<readonly unknown[]> {
  const { errors } = await validateXML({
    xml: [{ fileName: 'junit.xml', contents: xml }],
    schema: [schema],
  });
  return errors;
}

it('is valid by the JUnit schema, even with hostile text of a service', async () => {
  const hostileReport = withDrifts([
    createDrift('errors.no-5xx', { actual: hostileText, expected: hostileText }),
  ]);
  expect(await findProblems(writeJunit(report))).toEqual([]);
  expect(await findProblems(writeJunit(hostileReport))).toEqual([]);
  expect(await findProblems('<testsuites/>')).not.toEqual([]);
});

it('writes CTRF that its schema accepts, with a status for each kind of outcome', () => {
  const drifting = withDrifts([
    createDrift('a.new', { actual: hostileText }),
    createDrift('c.advice', { level: 'should' }),
  ]);
  const validate = formats.default(new Ajv({ strict: false })).compile(ctrfSchema);
  const read = (of: Report): unknown => JSON.parse(writeCtrf(of));
  for (const of of [report, drifting]) expect(validate(read(of)), of.verdict).toBe(true);
  const text = JSON.stringify(read(drifting));
  expect(text).toContain('"failed":1,"pending":0,');
  expect(text).toMatch(/"name":"a.new",[^{}]*"status":"failed",[^{}]*"rawStatus":"drift"/);
  expect(text).toMatch(/"name":"c.advice",[^{}]*"status":"skipped",[^{}]*"rawStatus":"advice"/);
  expect(validate({ reportFormat: 'CTRF' })).toBe(false);
});

it('fails only for new drifts, and skips the others with the reason', () => {
  const knownDrift = {
    fingerprint: '0123456789ab',
    requirement: 'b.known',
    reason: 'ticket 7',
    since: '2026-11-01',
    until: '2027-01-31',
  };
  const xml = writeJunit(
    withDrifts([
      createDrift('a.new'),
      createDrift('b.known', { verdict: 'known', known: knownDrift }),
      createDrift('c.advice', { level: 'should' }),
    ]),
  );
  expect(xml).toMatch(/<testsuites [^>]*failures="1" errors="0"/);
  expect(xml).toMatch(
    /name="a.new"[^>]*>\s*<failure type="drift" message="[^"]*answers 415 instead of 400[^"]*: expected 400, got 415"/,
  );
  expect(xml).toContain('<skipped type="known" message="known until 2027-01-31: ticket 7"/>');
  expect(xml).toMatch(/name="c.advice"[^>]*>\s*<skipped type="advice"/);
  expect(xml).toContain('<skipped type="unproven" message="needs --allow publish"/>');
});

it('prints the answers to a silence, and fails for an answer that is not permitted', () => {
  expect(writeJunit(report)).toContain('walkthrough  createBook (9×)');
  const [silence] = report.silences;
  const silences = silence ? [{ ...silence, verdict: 'drifts' as const }] : [];
  const xml = writeJunit(
    withDrifts([createDrift('create.response', { level: 'open' })], { silences }),
  );
  expect(xml).toMatch(/<testsuite name="Endpoints" tests="1" failures="1"/);
  expect(xml).toMatch(/<testsuite name="Left open by the document" tests="1" failures="0"/);
});

it('reports an error if the run could not test anything', () => {
  const run = {
    ...report.run,
    stopped: 'unreachable',
    stoppedBecause: 'No response.',
  } as const;
  expect(writeJunit({ ...report, exitCode: 3, run })).toContain(
    '<error type="unreachable" message="No response."/>',
  );
});

it('shows one drift of each requirement, folded if it is known, and the unproven requirements', () => {
  const text = writeMarkdown(
    withDrifts([
      createDrift('a.new'),
      // What the first drift shows is not repeated.
      createDrift('a.new'),
      createDrift('a.new', { actual: '422' }),
      createDrift('b.known', { verdict: 'known' }),
    ]),
  );
  expect(text).toMatch(/^## ❌ Drift: 1 of 3 requirements known, 2 met, 1 not proven\n/);
  expect(text).toContain('expected   400\nactual     415\n');
  expect(text).toContain('also       expected 400, got 422');
  expect(text).not.toContain('also       expected 400, got 415');
  expect(text).toMatch(/<details><summary>1 known drift<\/summary>[^]*b\.known[^]*<\/details>/);
  expect(text).toContain('| 1: `publish.answers-204` | `needs --allow publish` |');
});

it('names all operations of a drift, and in each line the one of a further drift', () => {
  const drifts = ['createBook', 'readBook', 'updateBook', 'lookUpBook', 'listBooks'].map(
    (operation) =>
      createDrift('book.series-present', {
        operation,
        expected: 'present',
        actual: 'absent',
        pointer: '/data/attributes/series',
        fingerprint: operation,
      }),
  );
  const text = writeMarkdown(withDrifts(drifts));
  expect(text).toContain(
    '`createBook, readBook, updateBook and 2 other operations leave out series`',
  );
  expect(text).toContain('In createBook, readBook, updateBook, lookUpBook, listBooks.');
  expect(text).toContain('also       readBook: expected present, got absent');
});

it('shows changed answers with the previous ones', () => {
  const changedRows = [
    {
      silence: 'create.response',
      says: 'What create answers with.',
      answer: 'reference',
      previous: ['walkthrough'],
      since: '2026-11-21T10:00:00.000Z',
      lastSeen: '2026-11-20T10:00:00.000Z',
    },
  ];
  expect(writeMarkdown({ ...report, changed: changedRows })).toContain(
    '| `create.response` What create answers with. | `walkthrough` | `reference` |',
  );
});

it('keeps hostile text of the service inside its fenced block', () => {
  const text = writeMarkdown(
    withDrifts([createDrift('a.new', { actual: `\`\`\`\`\n# x ${hostileText}` })]),
  );
  const [, fence = ''] = /^(`{3,})text$/m.exec(text) ?? [];
  expect(fence.length).toBeGreaterThan(4);
  expect(text).not.toMatch(/^(#\s|::error)x?/m);
});

it('shows at most 50 rows of each part, and fewer if the summary would exceed the GitHub limit', () => {
  const wideText = '\u{1F4DA}'.repeat(4000);
  const rows = Array.from({ length: 300 }, (_, n) =>
    createDrift(`a.n${n}`, {
      operation: `operation${n}`,
      sentence: wideText,
      expected: wideText,
      actual: wideText,
      again: wideText,
    }),
  );
  const leftovers = Array.from({ length: 4000 }, (_, n) => ({
    id: `${n}`,
    externalId: undefined,
    status: 'published',
    reason: wideText,
  }));
  const text = writeMarkdown(withDrifts(rows, { leftovers }));
  expect(Buffer.byteLength(text)).toBeLessThan(summaryLimit);
  expect(text.match(/^`a\.n/gm)?.length).toBe(50);
  expect(text).toContain('_The report has 250 more._');
  expect(text).toMatch(/\|\n\n_The report has 3950 more\._\n$/);
  const widerRows = rows.map((row) => ({ ...row, says: wideText }));
  const shorterText = writeMarkdown(withDrifts(widerRows, { leftovers }));
  expect(Buffer.byteLength(shorterText)).toBeLessThan(summaryLimit);
  expect(shorterText.match(/^`a\.n/gm)?.length).toBe(25);
});

const listExchange: ExchangeRow = {
  ...createExchangeRow(1, 200, { data: ['Bücher'] }),
  startedAt: '2026-11-21T10:00:00.123Z',
  operation: 'listBooks',
  url: 'https://service.invalid/v2/distribution/books?page=2&token=[redacted]',
  took: 12,
};
const uploadExchange: ExchangeRow = {
  ...listExchange,
  number: 2,
  operation: 'putFile',
  method: 'PUT',
  url: 'https://store.invalid/[signed]',
  requestHeaders: { 'content-type': 'image/jpeg' },
  requestBody: '4321 bytes',
  responseBody: undefined,
};
function createArchive(rows: readonly ExchangeRow[], omittedCount = 0): unknown {
  return JSON.parse(writeHar(madeUpReport, { rows: () => rows, omittedCount }));
}

function readEntries(archive: unknown): readonly unknown[] {
  const log = isObject(archive) ? archive['log'] : undefined;
  return isObject(log) && isArray(log['entries']) ? log['entries'] : [];
}

describe('an archive', () => {
  it('matches the HAR schema', () => {
    const ajv = new Ajv({ allErrors: true, strict: false, validateSchema: false });
    formats.default(ajv);
    const schemas: unknown = createRequire(import.meta.url)('har-schema');
    for (const harSchema of isObject(schemas) ? Object.values(schemas) : [])
      if (isObject(harSchema)) ajv.addSchema(harSchema);
    const validate = ajv.getSchema('har.json#');
    expect(
      validate?.(createArchive([listExchange, uploadExchange])) ?? 'no schema',
      JSON.stringify(validate?.errors),
    ).toBe(true);
    expect(validate?.({ log: { version: '1.2' } })).toBe(false);
  });

  it('contains each request and response with its time', () => {
    expect(readEntries(createArchive([listExchange]))).toMatchObject([
      {
        startedDateTime: '2026-11-21T10:00:00.123Z',
        time: 12,
        request: {
          queryString: [
            { name: 'page', value: '2' },
            { name: 'token', value: '[redacted]' },
          ],
        },
        response: {
          status: 200,
          statusText: 'OK',
          content: { size: 20, mimeType: 'application/json', text: '{"data":["Bücher"]}' },
        },
        comment: '1: listBooks',
      },
    ]);
  });

  it('has the size of an upload instead of its bytes', () => {
    expect(readEntries(createArchive([uploadExchange]))).toMatchObject([
      {
        request: {
          url: 'https://store.invalid/%5Bsigned%5D',
          postData: { mimeType: 'image/jpeg', text: '4321 bytes, not kept' },
          bodySize: 4321,
        },
      },
    ]);
  });

  it('says how many exchanges were not kept', () => {
    expect(createArchive([listExchange], 7)).toMatchObject({
      log: { comment: 'Run a1b2c3d4, redacted. 7 more exchanges not kept.' },
    });
  });
});
