/** Tests the terminal's summary of a made-up outcome. */
import { expect, it } from 'vitest';
import type { RunOutcome } from '../../harness/evidence/index.ts';
import { buildReport, type Report, type ReportInput } from '../record/index.ts';
import { findings, input, outcome } from '../../../tests/support/report/made-up-outcome.ts';
import { madeUpReport } from '../../../tests/support/report/made-up-report.ts';
import { formatTerminalSummary } from './run-summary.ts';

/** Creates a report with a fixed version and contract, so that snapshots do not depend on them. */
function createReport(change: Partial<ReportInput> = {}): Report {
  const tool = { name: 'book-distribution-contract', version: '1.0.0', node: 'v20.19.0' };
  return { ...buildReport({ ...input, ...change }), tool, contract: madeUpReport.contract };
}

const report = createReport();
const screen = { width: 80, colour: false, file: 'reports/report.json' };

function summarize(change: Partial<RunOutcome>, only?: string): string {
  return formatTerminalSummary(createReport({ only, outcome: { ...outcome, ...change } }), screen);
}

it('shows drifts first, then what is unproven, then the verdict', () => {
  expect(formatTerminalSummary(report, screen)).toMatchInlineSnapshot(`
    "bookdist 1.0.0   https://staging.invalid/v2/distribution   seed 424242
    allow read,write,delete
    contract 2.0 9f86d081884c   734 requests in 58 s   service clock +7.2 s

    ✗ createBook and putFile answer 415 instead of 400
        create.content-type-400 Errors
        A create in anything but JSON gets 400.
        expected   400
        actual     415 application/json {"message":"Un\\u001b[2Jsupported"}
        call       POST /books → 415 (request 17)
        also       putFile: expected 400 for "Sea", got 201
        run again  bookdist verify https://staging.invalid --only create.content-type-400 --seed 424242

    ~ isbn.reason (advice): expected a reason that names ISBN-13, got bad value

    ! 1 test failed on our side or in the network
         1  socket hang up after sending [key]: read.answers-200

    ! 1 book left behind
         1  published: delete was refused with 409:
            58748325-c31b-42d9-89c0-55c985274134
    ! 2 requirements unproven
         1  needs --allow publish: publish.answers-204
         1  cannot be tested from outside: publish.queued
    ? 1 of 2 open questions observed, in the report
    · 0 of 189 situations judged (0%), in the report

    DRIFT   1 of 5 requirements broken, 1 met, 3 not proven
    1 piece of advice not followed   reports/report.json
    "
  `);
});

it('wraps all lines except commands to the width, and prints no control characters', () => {
  const lines = formatTerminalSummary(report, { ...screen, width: 48 }).split('\n');
  const longLines = lines.filter((line) => line.length > 48 && !line.startsWith('    run again '));
  expect(longLines).toEqual([]);
  const controlCharacters = [...formatTerminalSummary(report, screen)].filter(
    (character) => character < ' ' && character !== '\n',
  );
  expect(controlCharacters).toEqual([]);
});

it('shows the verdict "conforms" if everything that was tested conforms', () => {
  const judgedRequirements = outcome.judged.slice(0, 1);
  const conformingOutcome = {
    findings: findings.slice(0, 1),
    judged: judgedRequirements,
    leftovers: [],
  };
  expect(summarize(conformingOutcome, 'create.a')).toMatchInlineSnapshot(`
    "bookdist 1.0.0   https://staging.invalid/v2/distribution   seed 424242
    allow read,write,delete   only create.a
    contract 2.0 9f86d081884c   734 requests in 58 s   service clock +7.2 s

    ? 1 of 1 open question observed, in the report
    · 0 of 15 situations judged (0%), in the report

    conforms   1 of 1 requirement met   under create.a   reports/report.json
    "
  `);
});

it('prints only the reason and the verdict if the service was unreachable', () => {
  const unreachableOutcome: Partial<RunOutcome> = {
    findings: [],
    judged: [],
    answers: [],
    leftovers: [],
    stopped: 'unreachable',
    stoppedBecause: 'No response from https://staging.invalid.',
  };
  expect(summarize(unreachableOutcome)).toMatchInlineSnapshot(`
    "No response from https://staging.invalid.
    NO FULL ANSWER: UNREACHABLE   5 of 5 requirements not proven
    reports/report.json
    "
  `);
});

it('colours the summary if the terminal has colour', () => {
  expect(formatTerminalSummary(report, { ...screen, colour: true })).toContain(
    '\u001B[31m✗\u001B[39m',
  );
});

it('contains no key and no signature', () => {
  expect(formatTerminalSummary(report, screen)).not.toContain('canary');
});

it('prints only the verdict in quiet mode, in one line of any width', () => {
  const lines = formatTerminalSummary(report, { ...screen, width: 40, quiet: true }).split('\n');
  expect(lines).toEqual([
    'DRIFT   1 of 5 requirements broken, 1 met, 3 not proven   1 piece of advice not followed   reports/report.json',
    '',
  ]);
});

it('groups drifts by cause if the screen is too small', () => {
  const [, drift] = findings;
  if (drift === undefined) throw new Error('The outcome has no drift.');
  const ids = ['create.answers-201', 'publish.answers-204', 'read.answers-200'] as const;
  const drifts = ids.map((requirement) => ({ ...drift, requirement }));
  const reportWithDrifts = createReport({ outcome: { ...outcome, findings: drifts } });
  const text = formatTerminalSummary(reportWithDrifts, { ...screen, height: 30 });
  expect(text.match(/^✗ [a-z].*\n(.*\n){3}/m)?.[0]).toMatchInlineSnapshot(`
    "✗ createBook answers 415 instead of 400
        expected 400, got 415 application/json {"message":"Un\\u001b[2Jsupported"}
        POST /books
        create.answers-201 and 2 more: Create answers with 201.
    "
  `);
});
