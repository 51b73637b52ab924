/** Tests report.json with an outcome made by hand. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { buildReport } from './build-report.ts';
import { findings, input, outcome } from '../scenes/made-outcome.ts';

const report = buildReport(input);

/** The schema made strict: a member that it does not describe fails. */
function closeSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closeSchema);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).map(
    ([name, inner]) => [name, closeSchema(inner)] as const,
  );
  const isOpen = 'properties' in schema && !('additionalProperties' in schema);
  return Object.fromEntries(isOpen ? [...entries, ['additionalProperties', false]] : entries);
}

const text = readFileSync(new URL('report.schema.json', import.meta.url), 'utf8');
const parsedReport: unknown = JSON.parse(JSON.stringify(report));

it('matches its published schema, which describes every member', () => {
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
  const reasons = report.requirements.filter(({ verdict }) => verdict === 'unproven');
  expect(reasons.map(({ id, reason }) => [id, reason])).toEqual([
    ['publish.answers-204', 'needs --allow publish'],
    ['publish.queued', 'cannot be tested from outside: No call shows a queue.'],
  ]);
});

it('contains no key or signature anywhere', () => {
  expect(JSON.stringify(report)).not.toContain('canary');
});

it('does not fail a run because of advice', () => {
  const advice = findings.filter(({ requirement }) => requirement === 'isbn.reason');
  const advised = buildReport({ ...input, outcome: { ...outcome, findings: advice } });
  expect(advised.exitCode).toBe(0);
});
