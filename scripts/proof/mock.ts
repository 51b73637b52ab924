/** Claims on the mock: documented examples under the prefix, and runs that prove only shapes. */
import assert from 'node:assert/strict';
import type { Claim } from './claim.ts';
import { bookdist, reportIn, reportsFolder, serving } from './command.ts';
import { requirementsThatDrift } from './report-rows.ts';

async function answersUnderThePrefix(): Promise<void> {
  const mock = await serving(['mock', '--port', '0']);
  const books = `${new URL(mock.address).origin}/v2/distribution/books`;
  const headers = { apikey: 'any' };
  try {
    const listed = await fetch(books, { headers });
    assert.equal(listed.status, 200);
    const list: unknown = await listed.json();
    assert(typeof list === 'object' && list !== null && 'data' in list && 'meta' in list);

    assert.equal((await fetch(books)).status, 401, 'without a key');

    const refused = await fetch(`${books}?perPage=101`, { headers });
    const problem: unknown = await refused.json();
    assert.equal(refused.status, 400, JSON.stringify(problem));
    assert(typeof problem === 'object' && problem !== null && 'invalidParams' in problem);
  } finally {
    await mock.end();
  }
}

async function shapesOnly(): Promise<void> {
  const mock = await serving(['mock', '--port', '0']);
  try {
    const folder = await reportsFolder();
    const { code, out, err } = await bookdist(
      ['verify', mock.address, '--reach', 'shape', '--allow', 'read,write,publish,delete'].concat([
        '--rate',
        '1000',
        '--out',
        folder,
      ]),
      { DISTRIBUTION_API_KEY: 'any' },
    );
    assert.equal(code, 0, out + err);
    assert.deepEqual(requirementsThatDrift(await reportIn(folder)), []);
    assert.match(out, /unproven/);
  } finally {
    await mock.end();
  }
}

export const mock: readonly Claim[] = [
  {
    says: 'the mock answers examples, 401 without a key and 400 for a bad query',
    prove: answersUnderThePrefix,
    inSample: true,
  },
  {
    says: 'suites with shape reach find no drift in the mock and leave state unproven',
    prove: shapesOnly,
    inSample: true,
  },
];
