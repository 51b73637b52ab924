/** Tests report.json with an outcome made by hand. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { buildReport } from './build-report.ts';
import { findings, input, outcome } from '../scenes/made-outcome.ts';

const report = buildReport(input);

/** The schema made strict: a member that it does not describe fails. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).map(([name, inner]) => [name, closed(inner)] as const);
  const open = 'properties' in schema && !('additionalProperties' in schema);
  return Object.fromEntries(open ? [...entries, ['additionalProperties', false]] : entries);
}

const text = readFileSync(new URL('report.schema.json', import.meta.url), 'utf8');
const written: unknown = JSON.parse(JSON.stringify(report));

it('is as its published schema says, with nothing undescribed', () => {
  for (const schema of [JSON.parse(text), closed(JSON.parse(text))]) {
    const validate = new Ajv2020({ allErrors: true, strict: true }).compile(Object(schema));
    validate(written);
    expect(validate.errors).toBeNull();
  }
});

it('counts what was proven over all requirements, and advice apart', () => {
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

it('says why each requirement without an answer has none', () => {
  const reasons = report.requirements.filter(({ verdict }) => verdict === 'unproven');
  expect(reasons.map(({ id, reason }) => [id, reason])).toEqual([
    ['publish.answers-204', 'needs --allow publish'],
    ['publish.queued', 'cannot be tested from outside: No call shows a queue.'],
  ]);
});

it('holds neither key nor signature, wherever they stood', () => {
  expect(JSON.stringify(report)).not.toContain('canary');
});

it('does not let advice decide', () => {
  const advice = findings.filter(({ requirement }) => requirement === 'isbn.reason');
  const advised = buildReport({ ...input, outcome: { ...outcome, findings: advice } });
  expect(advised.exitCode).toBe(0);
});
