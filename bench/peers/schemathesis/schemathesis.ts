/** Schemathesis with the key, links between the operations, and the statuses a refusal may have. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pythonPackages } from '../install.ts';
import type { Peer } from '../peer.ts';
import { asTyped, runCommand, type Command } from '../run-command.ts';
import { linkedContract } from './linked-contract.ts';

const version = '4.32.5';

/** A rule of the business may answer good values with a documented 422; of other methods nothing is said. */
const settings = `
[checks]
positive_data_acceptance.expected-statuses = ["2XX", 401, 404, 409, 422]
negative_data_rejection.expected-statuses = [400, 401, 404, 409, 422]
unsupported_method.enabled = false
`;

export const schemathesis: Peer = {
  name: 'Schemathesis',
  version,
  complains: 'exit code 1; a failed check in its JUnit report',
  setup:
    'the key, links from created books and granted uploads, a fixed seed, and the statuses the document gives for refusals',
  install: async (home) => pythonPackages(home, [`schemathesis==${version}`]),
  prepare: async ({ prepared }) => {
    await writeFile(join(prepared, 'contract.json'), JSON.stringify(await linkedContract()));
    await writeFile(join(prepared, 'schemathesis.toml'), settings);
  },
  ask: async ({ api, key, work }, { home, prepared }) => {
    const report = join(work, 'report.xml');
    const command: Command = {
      program: join(home, 'venv/bin/st'),
      args: [
        `--config-file=${join(prepared, 'schemathesis.toml')}`,
        'run',
        join(prepared, 'contract.json'),
        `--url=${api}`,
        `--header=apikey:${key}`,
        '--seed=1',
        '--max-examples=30',
        '--max-time=120',
        '--continue-on-failure',
        '--report=junit',
        `--report-junit-path=${report}`,
      ],
      folder: work,
    };
    const { out } = await runCommand(command);
    const typed = asTyped(command);
    const xml = await readFile(report, 'utf8').catch(() => '');
    if (xml === '') return { command: typed, complaints: [], broke: out };
    return { command: typed, complaints: [...failures(xml)] };
  },
};

/** Failed checks by operation and title; a test case has all failures of its operation. */
function* failures(xml: string): Generator<string> {
  for (const [, name = '', rest = ''] of xml.matchAll(
    /<testcase [^>]*?\bname="([^"]*)"[^>]*[^/]>([\s\S]*?)<\/testcase>/g,
  )) {
    if (!/<(failure|error)/.test(rest)) continue;
    const titles = [...rest.matchAll(/(?:^|\n|&#10;)- ([A-Z][^\n&<]*)/g)].map(([, title]) => title);
    if (titles.length === 0) yield name;
    for (const title of titles) yield `${name}: ${title}`;
  }
}
