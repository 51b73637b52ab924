/** Tests how the monitor judges the order of the chapters of a book. */
import { expect, test } from 'vitest';
import { buildBook, createBody, buildExchange, judge } from './scenes/histories.ts';

const id = '3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90';
const fields = { ...createBody, format: 'audio' };
const buildChapters = (...sequences: number[]) =>
  sequences.map((sequence) => ({
    fileId: `58d2e9a4-7b13-4c60-a5f7-${String(sequence).padStart(12, '0')}`,
    sequence,
    title: `Part ${sequence}`,
  }));
const created = buildExchange('POST', '/books', {
  json: fields,
  status: 201,
  body: buildBook(id, fields),
});
const buildUpdate = (sentSequences: number[], shownSequences: number[]) =>
  buildExchange('PATCH', `/books/${id}`, {
    json: { chapters: buildChapters(...sentSequences) },
    status: 200,
    body: buildBook(id, { ...fields, chapters: buildChapters(...shownSequences) }),
  });

test('a service that sorts chapters by sequence number drifts if it lists chapter 10 before chapter 2', () => {
  const { drifts, readings } = judge([
    created,
    buildUpdate([2, 1], [1, 2]),
    buildUpdate([10], [1, 10, 2]),
  ]);
  expect(readings).toContain('chapters.read-order=by-sequence');
  expect(drifts).toContain('chapters.order');
});

test('a service may list chapters in the order in which they were set', () => {
  const { drifts, readings } = judge([
    created,
    buildUpdate([2, 1], [2, 1]),
    buildUpdate([10], [2, 1, 10]),
  ]);
  expect(readings).toContain('chapters.read-order=insertion');
  expect(drifts).not.toContain('chapters.order');
});
