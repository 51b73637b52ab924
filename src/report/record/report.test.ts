/** Tests report.json with a made-up outcome. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { buildReport } from './build-report.ts';
import { findings, input, outcome } from '../../../tests/support/report/made-up-outcome.ts';

const report = buildReport(input);

/** Returns the schema without additional properties: a member that it does not describe is invalid. */
function closeSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closeSchema);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).map(
    ([name, inner]) => [name, closeSchema(inner)] as const,
  );
  const isOpen = 'properties' in schema && !('additionalProperties' in schema);
  return Object.fromEntries(isOpen ? [...entries, ['additionalProperties', false]] : entries);
}

const text = readFileSync(new URL('../../generated/report.schema.json', import.meta.url), 'utf8');
const parsedReport: unknown = JSON.parse(JSON.stringify(report));

it('matches the published schema, which describes every member', () => {
  for (const schema of [JSON.parse(text), closeSchema(JSON.parse(text))]) {
    const validate = new Ajv2020({ allErrors: true, strict: true }).compile(Object(schema));
    validate(parsedReport);
    expect(validate.errors).toBeNull();
  }
});

it('counts proven requirements, and advice separately', () => {
  expect(report.summary).toMatchObject({
    must: { total: 5, proven: 2, conforms: 1, untested: 1 },
    should: { total: 1, proven: 1, conforms: 0, untested: 0 },
    silences: { total: 2, observed: 1 },
    drifts: 2,
    advice: 1,
    errored: 1,
  });
  expect([report.verdict, report.exitCode]).toEqual(['drifts', 1]);
});

it('says why each unproven requirement is unproven', () => {
  const unprovenRows = report.requirements.filter(({ verdict }) => verdict === 'unproven');
  expect(unprovenRows.map(({ id, reason }) => [id, reason])).toEqual([
    ['publish.answers-204', 'needs --allow publish'],
    ['publish.queued', 'cannot be tested from outside: No call shows a queue.'],
  ]);
});

it('contains no key and no signature', () => {
  expect(JSON.stringify(report)).not.toContain('canary');
});

it('has exit code 0 if only advice drifts', () => {
  const adviceFindings = findings.filter(({ requirement }) => requirement === 'isbn.reason');
  const adviceReport = buildReport({ ...input, outcome: { ...outcome, findings: adviceFindings } });
  expect(adviceReport.exitCode).toBe(0);
});
