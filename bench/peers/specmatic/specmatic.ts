/** Specmatic with examples made for the service at hand, and its generative tests around them. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { accountAt } from '../answers/account.ts';
import { openContract } from '../contract-copies.ts';
import { needs, npmPackages } from '../install.ts';
import type { Peer } from '../peer.ts';
import { asTyped, runCommand, type Command } from '../run-command.ts';
import { writeExamples } from './examples.ts';
import { narrowedContract } from './narrowed-contract.ts';

const version = '2.55.1';

export const specmatic: Peer = {
  name: 'Specmatic',
  version,
  complains:
    'a failed test in its JUnit report; the exit code of its npm wrapper is 0 with failures too',
  setup:
    'an example for every documented answer on books made for it, its generative tests around them, and a contract without the fields it cannot make up values for',
  install: async (home) => {
    await npmPackages(home, [`specmatic@${version}`]);
    // Debian: apt-get install default-jre-headless
    await needs(home, ['java', '-version']);
  },
  prepare: async ({ prepared }) => {
    await writeFile(join(prepared, 'contract.json'), JSON.stringify(await narrowedContract()));
  },
  ask: async ({ api, key, work }, { home, prepared }) => {
    const account = accountAt(api, key);
    const examples = join(work, 'examples');
    await mkdir(examples);
    const contracts = { narrowed: await narrowedContract(), whole: await openContract() };
    const books = await writeExamples(examples, account, contracts);
    const command: Command = {
      program: join(home, 'node_modules/.bin/specmatic'),
      args: [
        'test',
        join(prepared, 'contract.json'),
        `--testBaseURL=${api}`,
        `--examples=${examples}`,
        '--strict',
        '--lenient',
        `--junitReportDir=${work}`,
      ],
      folder: work,
      settings: {
        apikey: key,
        SPECMATIC_GENERATIVE_TESTS: 'true',
        MAX_TEST_REQUEST_COMBINATIONS: '3',
      },
    };
    const { out } = await runCommand(command);
    for (const book of books) await account.remove(book);
    const typed = asTyped(command);
    const xml = await readFile(join(work, 'TEST-junit-jupiter.xml'), 'utf8').catch(() => '');
    if (xml === '') return { command: typed, complaints: [], broke: out };
    return { command: typed, complaints: [...failures(xml)] };
  },
};

/** Failed tests by their titles, which name operation, status and example. */
function* failures(xml: string): Generator<string> {
  for (const [, attributes = '', rest = ''] of xml.matchAll(
    /<testcase ([^>]*[^/])>([\s\S]*?)<\/testcase>/g,
  )) {
    if (!/<(failure|error)/.test(rest)) continue;
    const title = /display-name: (.*)/.exec(rest)?.[1] ?? /name="([^"]*)"/.exec(attributes)?.[1];
    yield (title ?? 'a test without a name').replace(/^.*contractTest\(\) (>|&gt;) /, '').trim();
  }
}
