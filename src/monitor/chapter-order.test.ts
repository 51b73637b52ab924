/** Judges the order in which a service lists the chapters of a book. */
import { expect, test } from 'vitest';
import { book, createBody, exchangeOf, judge } from './scenes/histories.ts';

const id = '3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90';
const fields = { ...createBody, format: 'audio' };
const chaptersIn = (...sequences: number[]) =>
  sequences.map((sequence) => ({
    fileId: `58d2e9a4-7b13-4c60-a5f7-${String(sequence).padStart(12, '0')}`,
    sequence,
    title: `Part ${sequence}`,
  }));
const created = exchangeOf('POST', '/books', { json: fields, status: 201, body: book(id, fields) });
const update = (sent: number[], shown: number[]) =>
  exchangeOf('PATCH', `/books/${id}`, {
    json: { chapters: chaptersIn(...sent) },
    status: 200,
    body: book(id, { ...fields, chapters: chaptersIn(...shown) }),
  });

test('a service that sorts two chapters by their numbers does not list the tenth before the second', () => {
  const { drifts, readings } = judge([created, update([2, 1], [1, 2]), update([10], [1, 10, 2])]);
  expect(readings).toContain('chapters.read-order=by-sequence');
  expect(drifts).toContain('chapters.order');
});

test('a service may list chapters in the order in which they were set', () => {
  const { drifts, readings } = judge([created, update([2, 1], [2, 1]), update([10], [2, 1, 10])]);
  expect(readings).toContain('chapters.read-order=insertion');
  expect(drifts).not.toContain('chapters.order');
});
