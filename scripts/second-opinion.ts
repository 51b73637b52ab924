/** Checks the traffic of a run, or a given HAR file, with Redocly's drift command. Fails if only that tool finds a drift. */
import assert from 'node:assert/strict';
import { copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Har } from 'har-format';
import { isArray, isObject } from '../src/contract/json-pointer.ts';
import { bookdist, createReportsFolder } from './proof/command.ts';
import { runDriftTool } from './redocly/drift-tool.ts';
import { noise, type Problem } from './redocly/noise.ts';

const [givenArchive] = process.argv.slice(2);
const folder = await createReportsFolder();
const archive = join(folder, 'exchanges.har');
const faultyArchive = join(folder, 'faulty.har');

/** Runs verify against our own sandbox and expects no drift. */
async function verifyOwnSandbox(): Promise<void> {
  const options = ['--runs', '2', '--seed', '20260821', '--format', 'har', '--out', folder];
  const { code, out, err } = await bookdist(['verify', ...options]);
  assert.equal(code, 0, `bookdist itself reports drift:\n${out}${err}`);
}

function isHar(value: unknown): value is Har {
  return isObject(value) && isObject(value['log']) && isArray(value['log']['entries']);
}

/** Returns one response with an invalid status of the book. A tool that does not report it checks nothing. */
function createFaultyHar(har: Har): Har {
  const read = har.log.entries.find(
    ({ comment = '', response }) => comment.endsWith(': readBook') && response.status === 200,
  );
  assert.ok(read, 'The archive has no response that shows a book.');
  const { content } = read.response;
  const text = (content.text ?? '').replace(/"status":"\w+"/, '"status":17');
  assert.notEqual(text, content.text, 'The response shows no status.');
  const response = { ...read.response, content: { ...content, text } };
  return { log: { ...har.log, entries: [{ ...read, response }] } };
}

function reportProblems(problems: readonly Problem[]): number {
  for (const { says, because, covers } of noise) {
    const times = problems.filter(covers).reduce((sum, { occurrences }) => sum + occurrences, 0);
    console.log(`  noise  ${String(times).padStart(4)}  ${says}. ${because}`);
  }
  const others = problems.filter((problem) => !noise.some(({ covers }) => covers(problem)));
  for (const { rule, message, method, url, status, occurrences } of others) {
    console.log(`  DISAGREES  ${rule}: ${message}`);
    console.log(`             ${method} ${url} -> ${status}, ${occurrences} times`);
  }
  return others.length;
}

try {
  await (givenArchive === undefined ? verifyOwnSandbox() : copyFile(givenArchive, archive));
  const har: unknown = JSON.parse(await readFile(archive, 'utf8'));
  assert.ok(isHar(har), 'This is not a HAR file.');
  const faultyHar = createFaultyHar(har);
  await writeFile(faultyArchive, JSON.stringify(faultyHar));
  const [opinion, control] = await Promise.all([
    runDriftTool(archive, har),
    runDriftTool(faultyArchive, faultyHar),
  ]);
  assert.equal(control.problems.length, 1, 'The tool does not report an invalid response.');
  console.log(`redocly drift judged ${opinion.judged} of ${har.log.entries.length} exchanges`);
  const disagreements = reportProblems(opinion.problems);
  console.log(disagreements === 0 ? 'no disagreement' : `${disagreements} disagreements`);
  process.exitCode = disagreements === 0 ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
