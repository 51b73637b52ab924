/** Tests `contract diff` and `verify --revision` with the current revision and a made-up one. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { isObject } from '../../contract/json-pointer.ts';
import { readReport } from '../output/index.ts';
import { createFolder } from '../../../tests/support/fixtures.ts';
import { runCommandLine } from '../../../tests/support/cli/run-command-line.ts';

const openapi = new URL('../../../openapi/', import.meta.url);
const folder = createFolder();
const nextRevision = join(folder, 'next');

/** Replaces a part of the text; fails if the text does not contain it. */
function replacePart(text: string, part: string | RegExp, by: string): string {
  const result = text.replace(part, by);
  expect(result, String(part)).not.toBe(text);
  return result;
}

/**
 * Writes revision 3.1: full books have an edition, new books need a keyword, `list.meta` says something else,
 * and the entries about unknown keys and malformed JSON are gone.
 */
beforeAll(async () => {
  await mkdir(nextRevision);
  let contract = await readFile(new URL('distribution.yaml', openapi), 'utf8');
  contract = replacePart(contract, /version: ['"]?3\.0['"]?/, "version: '3.1'");
  contract = replacePart(
    contract,
    '      required:\n        - format\n        - status\n',
    '      required:\n        - format\n        - edition\n        - status\n',
  );
  contract = replacePart(
    contract,
    '      properties:\n        format:\n          type: string\n          enum: [ebook, print, audio]\n',
    '      properties:\n        edition: { type: string, x-requirements: [book.title] }\n        format:\n          type: string\n          enum: [ebook, print, audio]\n',
  );
  contract = replacePart(
    contract,
    'x-missing: create.required-properties\n      required:\n',
    'x-missing: create.required-properties\n      required:\n        - keyword\n',
  );
  await writeFile(join(nextRevision, 'distribution.yaml'), contract);
  const currentLedger: unknown = parse(
    await readFile(new URL('requirements.yaml', openapi), 'utf8'),
  );
  const ledger = new Map(isObject(currentLedger) ? Object.entries(currentLedger) : []);
  ledger.delete('auth.invalid-key');
  ledger.delete('request.malformed-json');
  const entry = { from: 'Book', level: 'must', since: '0.2.0' };
  ledger.set('book.edition', { ...entry, says: 'A full book names its edition.' });
  ledger.set('list.meta', { ...entry, says: 'A list counts its books and pages in meta.' });
  await writeFile(join(nextRevision, 'requirements.yaml'), stringify(Object.fromEntries(ledger)));
});

async function verify(...args: readonly string[]) {
  const out = join(folder, 'out');
  const quick = ['--seed', '1', '--runs', '2', '--depth', 'quick'];
  const { code } = await runCommandLine(['verify', '--out', out, ...quick, ...args]);
  return { code, report: await readReport(join(out, 'report.json')) };
}

it('lists changed requirements, changes for callers, and affected drifts and answers', async () => {
  const knownDriftsFile = join(folder, 'known-drifts.yaml');
  const acceptance = { since: '2026-01-01', until: '2999-01-01', reason: 'ticket 1' };
  await writeFile(
    knownDriftsFile,
    stringify([
      { fingerprint: 'aaaaaaaaaaaa', requirement: 'auth.invalid-key', ...acceptance },
      { fingerprint: 'bbbbbbbbbbbb', requirement: 'list.meta', ...acceptance },
      { fingerprint: 'cccccccccccc', requirement: 'list.walk', ...acceptance },
    ]),
  );
  const out = join(folder, 'out');
  await runCommandLine(['verify', '--only', 'request.malformed-json', '--out', out]);
  const observedFile = join(out, 'observed.json');
  const args = ['contract', 'diff', 'current', nextRevision, '--known', knownDriftsFile];
  const { code, out: text, err } = await runCommandLine([...args, '--observed', observedFile]);
  expect([code, err]).toEqual([0, '']);
  expect(text.replaceAll(folder, '')).toMatchInlineSnapshot(`
    "From 3.0 (current) to 3.1 (/next)

    Tested in addition (1)
      book.edition  (Book)
          A full book names its edition. This version of bookdist has no check of it.

    No longer tested (1)
      auth.invalid-key  (Authentication)
          A call with an unknown key gets 401.

    No longer open (1)
      request.malformed-json  (Errors)
          The response to a body that is labelled as JSON but is not JSON.

    Changed sentences (1)
      list.meta: now says "A list counts its books and pages in meta."

    Changes for callers (3)
      ! BookCreate required: requests may contain less, or need more
        BookAttributes required: responses guarantee more
        BookAttributes edition: new in responses

    Accepted drifts of /known-drifts.yaml that are affected (2)
      aaaaaaaaaaaa auth.invalid-key: remove it, the requirement is gone
      bbbbbbbbbbbb list.meta: check it, the requirement has changed

    Answers of /out/observed.json that are affected (1)
      request.malformed-json=400-problem: the document no longer leaves it open

    ! may break a program that works today
    "
  `);
});

it('finds no difference between a revision and itself', async () => {
  const { code, out } = await runCommandLine(['contract', 'diff', 'current', 'current']);
  expect([code, out]).toEqual([
    0,
    'From 3.0 (current) to 3.0 (current)\n\nNothing is different.\n',
  ]);
});

it('judges by the contract and the requirements of another revision', async () => {
  const fault = ['--fault', 'any-key-works', '--only'];
  expect((await verify(...fault, 'auth.invalid-key')).code).toBe(1);
  expect((await verify(...fault, 'auth.missing-key', '--revision', nextRevision)).code).toBe(0);
  const removed = ['verify', '--only', 'auth.invalid-key', '--revision', nextRevision];
  const { code, err } = await runCommandLine(removed);
  expect([code, err]).toEqual([2, expect.stringContaining('does not state auth.invalid-key')]);
  // Without consent to publish, the run waits for no review.
  const bookOnly = ['--only', 'book', '--allow', 'read,write,delete'];
  const later = await verify(...bookOnly, '--revision', nextRevision);
  expect(later).toMatchObject({ code: 1, report: { contract: { version: '3.1' } } });
  expect(JSON.stringify(later.report)).toContain('"pointer":"/data/attributes/edition"');
  expect(JSON.stringify(later.report)).toMatch(
    /"id":"book.edition"[^{}]*"verdict":"unproven"[^{}]*no check of it/,
  );
  const current = await verify('--only', 'path.prefix');
  expect(current).toMatchObject({ code: 0, report: { contract: { version: '3.0' } } });
});

it.each([
  ['nowhere', /nowhere\/distribution\.yaml cannot be read/],
  [tmpdir(), /cannot be read\. A revision is a folder/],
])('rejects %s, which is not a revision', async (name, message) => {
  const { code, err } = await runCommandLine(['verify', '--revision', name]);
  expect(code).toBe(2);
  expect(err).toMatch(message);
});
