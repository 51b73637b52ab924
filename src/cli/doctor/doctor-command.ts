/** `bookdist doctor`: checks the preconditions of a run, and says how to fix those that fail. */
import { Command } from 'commander';
import {
  connectionVariablesHelp,
  type ConnectionFlags,
  parsePositiveNumber,
  withConnectionOptions,
} from '../options.ts';
import type { Shell } from '../shell/index.ts';
import { findTarget } from '../verify/index.ts';

const helpText = `
It sends two or three read-only requests, and prints one line for each check: the name of the
host, the certificate, the service, the key and the clock. Then it says how much a run may prove at
most with each --allow, how many requests it sends, and how long that takes at --rate. Runs against
this machine have no rate unless the target of bookdist.yaml or --rate sets one.

Environment
  DISTRIBUTION_URL      the address, if none is given
  DISTRIBUTION_API_KEY  the key of the service
${connectionVariablesHelp}

Exit codes
  0  a run can start
  2  the command line or a setting is wrong
  3  something has to be fixed first

Examples
  bookdist doctor https://staging.example.com
  bookdist doctor staging                     with the settings of targets.staging in bookdist.yaml
  bookdist doctor https://staging.example.com --ca company.pem --wait 60s
`;

export function doctorCommand(shell: Shell): Command {
  const command = new Command('doctor')
    .description('Check address, certificate, key and clock of a service before a run.')
    .argument('[base_url]', 'the address of the service, or its name in bookdist.yaml');
  return withConnectionOptions(command)
    .option('--config <file>', 'the file of targets (default: bookdist.yaml)')
    .option('--rate <n>', 'requests a second that a run may send', parsePositiveNumber)
    .addHelpText('after', helpText)
    .action(async (addressOrName: string | undefined) => {
      const { diagnose } = await import('./diagnose.ts');
      const context = { shell, acceptedSettings: ['ca', 'proxy', 'wait', 'rate'] };
      const { targetShell, address } = await findTarget(command, addressOrName, context);
      const flags = command.opts<ConnectionFlags>();
      shell.exitWith(await diagnose(address ?? addressOrName, flags, targetShell));
    });
}
