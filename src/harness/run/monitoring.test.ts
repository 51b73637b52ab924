import { expect, test } from 'vitest';
import {
  bookPath,
  buildBook,
  buildExchange,
  createBody,
} from '../../../tests/support/monitor/histories.ts';
import { createAnswerRecorder } from './answers.ts';
import { createMonitoring } from './monitoring.ts';

test('equal circumstances of many exchanges are kept once', () => {
  const monitoring = createMonitoring(createAnswerRecorder([]));
  const create = buildExchange('POST', '/books', {
    json: createBody,
    status: 201,
    body: buildBook(),
  });
  const read = buildExchange('GET', bookPath, { body: buildBook() });
  for (const [index, exchange] of [create, read, read].entries())
    monitoring.judge({ ...exchange, number: index + 1 });

  const [, first, second] = monitoring.exchanges();

  expect(first?.circumstances['has']).toContain('title');
  expect(second?.circumstances['has']).toBe(first?.circumstances['has']);
});
