/** Tests that the record keeps exchanges masked, in order and within its limits. */
import { expect, it } from 'vitest';
import { createExchange } from '../../../../tests/support/harness/create-exchange.ts';
import { createExchangeRecord } from './exchange-record.ts';
import { createRedactor } from '../../redact.ts';

const exchange = createExchange({ body: { note: 'canary' } });

it('returns more exchanges than one compressed packet holds, in order and without secrets', () => {
  const record = createExchangeRecord(createRedactor(['canary']));
  for (let number = 1; number <= 150; number += 1) record.add({ ...exchange, number });
  const rows = [...record.rows()];
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 150 }, (_, n) => n + 1));
  expect(rows[70]?.responseBody).toEqual({ note: '[key]' });
  expect(record.countOmitted()).toBe(0);
});

it('counts the exchanges beyond its capacity, and includes them in the response times', () => {
  const record = createExchangeRecord(createRedactor([]), 2);
  for (const took of [1, 2, 30]) record.add({ ...exchange, answeredAt: took });
  expect([...record.rows()]).toHaveLength(2);
  expect(record.countOmitted()).toBe(1);
  expect(record.timings().get('readBook')).toEqual({ median: 2, p95: 30, longest: 30 });
});

it('estimates the median and 95th percentile of a long run, and returns its longest time', () => {
  const record = createExchangeRecord(createRedactor([]), 0);
  for (let call = 1; call <= 100_000; call += 1) record.add({ ...exchange, answeredAt: call });
  const { median, p95, longest } = record.timings().get('readBook') ?? {};
  expect(Math.abs((median ?? 0) - 50_000)).toBeLessThan(50);
  expect(Math.abs((p95 ?? 0) - 95_000)).toBeLessThan(50);
  expect(longest).toBe(100_000);
});
