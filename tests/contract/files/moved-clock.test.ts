/** Tests cases whose URLs expire while they use them, because another case moves the clock that they share. */
import { expect, it } from 'vitest';
import { section } from '../../../src/harness/suite/index.ts';
import { serveTestSandbox } from '../../support/fixtures.ts';
import { runOn } from '../../support/harness/run-on.ts';
import { urls } from './urls.check.ts';

const server = await serveTestSandbox();

it('a case does not accuse a service of refusing an upload that came too late', async () => {
  const checks = urls.items.filter(
    (item) => item.kind === 'check' && item.requirement === 'upload.parallel',
  );
  let isMoved = false;
  const outcome = await runOn(server, [section('Upload URLs', checks)], {
    allow: new Set(['read', 'write', 'delete'] as const),
    runs: 5,
    concurrency: 1,
    network: async (url, request) => {
      if (request.method === 'PUT' && !isMoved) {
        isMoved = true;
        server.sandbox.clock.advance(20 * 60_000);
      }
      return fetch(url, request);
    },
  });
  const finding = outcome.findings.find(({ source }) => source === 'case');
  expect([isMoved, finding?.verdict, finding?.reason]).toEqual([
    true,
    'unproven',
    expect.stringContaining('expired'),
  ]);
});
