/** `bookdist sandbox`: serves a stateful sandbox until Ctrl-C, or lists its faults and readings. */
import { Command, InvalidArgumentError, Option } from 'commander';
import { profileNames } from '../../contract/requirements.ts';
import {
  collectText,
  parseTimeOption,
  parsePort,
  parseList,
  parseWholeNumber,
} from '../options.ts';
import { logFormats } from './log-lines.ts';
import type { SandboxFlags } from './serve-until-interrupted.ts';
import { readOrWrongUsage, type Shell } from '../shell/index.ts';

const helpText = `
Without --key and --key-file, the keys come from DISTRIBUTION_SANDBOX_KEYS, separated by commas; the
usual key is sandbox-key. --bytes reads AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION and
AWS_ENDPOINT_URL_S3; --store can come from DISTRIBUTION_SANDBOX_STORE, which hides its password. The
control API takes its token from DISTRIBUTION_SANDBOX_TOKEN or a file, and serves a web page.

Examples
  bookdist sandbox
  bookdist sandbox --key-file keys.txt --cors http://localhost:5173
  bookdist sandbox --port 0 --data ./books
  bookdist sandbox --seed 1000
  bookdist sandbox --data ./books --seed books.jsonl
  bookdist sandbox --accounts accounts.yaml --control-port 4022
  bookdist sandbox --store postgres://sandbox@db/sandbox --bytes s3://uploads
  bookdist sandbox --host 0.0.0.0 --public-url https://sandbox.example --log json
  bookdist sandbox --clock 2026-12-31T23:59:50Z
  bookdist sandbox --reading create.response=walkthrough --reading publish.day-14=exclusive
  bookdist sandbox --profile walkthrough
  bookdist sandbox --like reports/observed.json
  bookdist sandbox --revision next-revision
  bookdist sandbox --judge-caller                 see what your own client does wrong
  bookdist sandbox --record traffic.jsonl
  bookdist sandbox --list-faults
`;

export function sandboxCommand(shell: Shell): Command {
  const command = new Command('sandbox').description(
    'Serve a stateful sandbox that does what the document says.',
  );
  return withNetworkOptions(command)
    .option('--data <dir>', 'keep books and files in this folder (default: in memory)')
    .option('--store <url>', 'keep books in PostgreSQL, shared by any number of processes')
    .option('--bytes <url>', 'keep uploads in a bucket, as s3://bucket; goes with --store')
    .option('--seed <n|file>', 'start with n made-up books, or with the books of a file')
    .option('--clock <time>', 'start its clock at this time', parseTimeOption)
    .option(
      '--key <key>',
      'a key that it accepts; each key has its own account (repeatable)',
      collectText,
    )
    .option('--key-file <file>', 'read the keys from a file, one per line')
    .option('--accounts <file>', 'read accounts and their keys from a YAML or JSON file')
    .option('--reading <silence=reading>', 'set the reading of a silence (repeatable)', parseList)
    .option('--like <file>', 'set the readings that a run observed, from its observed.json')
    .addOption(
      new Option(
        '--profile <name>',
        'answer create, update and upload as this part of the document shows',
      ).choices(profileNames),
    )
    .option('--fault <name>', 'imitate this fault (repeatable)', parseList)
    .option('--revision <name>', 'follow another revision: its version, or a folder')
    .option('--judge-caller', 'report mistakes of the callers; exit with 1 if there are any')
    .option('--record <file>', 'write the exchanges for bookdist judge, with secrets masked')
    .option('--list-faults', 'print the available faults')
    .option('--list-readings', 'print the silences and their readings')
    .addHelpText('after', helpText)
    .action(async (flags: SandboxFlags) => runSandbox(flags, shell));
}

function withNetworkOptions(command: Command): Command {
  return command
    .option('--port <n>', 'the port of the service, 0 for any free port', parsePort, 4020)
    .option('--storage-port <n>', 'the port for uploads (default: the next port)', parsePort)
    .option('--host <address>', 'listen on this address, 0.0.0.0 for all', '127.0.0.1')
    .option('--public-url <url>', 'how clients reach the service through a proxy', parseAddress)
    .option('--storage-public-url <url>', 'how clients reach the storage', parseAddress)
    .option('--cors <origin>', 'allow web pages of this origin, * for any (repeatable)', parseList)
    .option('--control-port <n>', 'serve the control API here, 0 for any free port', parsePort)
    .option(
      '--control-host <address>',
      'the address of the control API; it needs a token unless it is local',
    )
    .option('--control-token-file <file>', 'read the token of the control API from a file')
    .addOption(
      new Option(
        '--log <form>',
        'write each request to stderr (default: text on a terminal)',
      ).choices(logFormats),
    )
    .option(
      '--grace <seconds>',
      'seconds to finish requests when it stops (default: 10)',
      parseWholeNumber,
    );
}

function parseAddress(text: string): string {
  if (!URL.canParse(text) || !/^https?:/.test(text)) {
    throw new InvalidArgumentError('It takes an address such as https://sandbox.example.');
  }
  return text.replace(/\/$/, '');
}

async function runSandbox(flags: SandboxFlags, shell: Shell): Promise<void> {
  const { formatFaultList, listSandboxReadings } = await import('../own-sandbox.ts');
  if (flags.listFaults) return shell.out(formatFaultList());
  if (flags.listReadings) return shell.out(listSandboxReadings());
  const { serveUntilInterrupted } = await import('./serve-until-interrupted.ts');
  const { withContract } = await import('../../contract/spec.ts');
  const contract = await readRevisionContract(flags.revision);
  const serve = async () => serveUntilInterrupted(flags, shell);
  shell.exitWith(await withContract(contract, serve));
}

async function readRevisionContract(name: string | undefined) {
  if (name === undefined) return undefined;
  const { NotARevision, readRevision } = await import('../../contract/revision.ts');
  return readOrWrongUsage(NotARevision, () => readRevision(name)).contract;
}
