/** `bookdist sandbox`: a service with state to develop against, until Ctrl-C. */
import { Command, Option } from 'commander';
import { profileNames } from '../../contract/profiles.ts';
import { instant, port, several } from '../options/index.ts';
import type { SandboxFlags } from './serve-until-interrupted.ts';
import type { Shell } from '../shell/index.ts';

const after = `
Examples
  bookdist sandbox
  bookdist sandbox --port 0 --data ./books
  bookdist sandbox --clock 2026-12-31T23:59:50Z
  bookdist sandbox --reading create.response=walkthrough --reading publish.day-14=exclusive
  bookdist sandbox --profile walkthrough
  bookdist sandbox --like reports/observed.json
  bookdist sandbox --list-faults
`;

/** Makes the command. */
export function sandboxCommand(shell: Shell): Command {
  return new Command('sandbox')
    .description('Serve a stateful sandbox that does what the document says.')
    .option('--port <n>', 'where the service listens, 0 for any free port', port, 4020)
    .option('--storage-port <n>', 'where uploads go (default: the next port)', port)
    .option('--data <dir>', 'keep books and files here (default: in memory)')
    .option('--clock <time>', 'start its clock at this time', instant)
    .option('--key <key>', 'the key it takes', 'sandbox-key')
    .option('--reading <silence=reading>', 'fill a silence otherwise (repeatable)', several)
    .option('--like <file>', 'fill the silences as a service did, by the observed.json of a run')
    .addOption(
      new Option(
        '--profile <name>',
        'answer create, update and upload as one part of the document shows',
      ).choices(profileNames),
    )
    .option('--fault <name>', 'get one thing wrong (repeatable)', several)
    .option('--list-faults', 'print the faults there are')
    .option('--list-readings', 'print the silences and their readings')
    .addHelpText('after', after)
    .action(async (flags: SandboxFlags) => {
      shell.exitWith(await sandbox(flags, shell));
    });
}

/** Imported late, so that help and slips answer at once. */
async function sandbox(flags: SandboxFlags, shell: Shell): Promise<number> {
  if (flags.listFaults === true) {
    const { faultListing } = await import('../own-sandbox/index.ts');
    shell.out(faultListing());
    return 0;
  }
  if (flags.listReadings === true) {
    const { readingListing } = await import('../own-sandbox/index.ts');
    shell.out(readingListing());
    return 0;
  }
  const { serveUntilInterrupted } = await import('./serve-until-interrupted.ts');
  return serveUntilInterrupted(flags, shell);
}
