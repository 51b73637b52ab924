/** `bookdist requirements`: prints the ledger. */
import { Command, Option } from 'commander';
import { requirement, requirementIds, type RequirementId } from '../../contract/requirements.ts';
import { suggestRequirement, type Shell, WrongUsage } from '../shell/index.ts';

interface Flags {
  readonly level?: string;
  readonly json?: boolean;
}

const helpText = `
Examples
  bookdist requirements
  bookdist requirements publish
  bookdist requirements --level open
  bookdist requirements --level must --json
`;

export function requirementsCommand(shell: Shell): Command {
  return new Command('requirements')
    .description('Print what the document states and what it leaves open.')
    .argument('[id]', 'only ids that start with this')
    .addOption(
      new Option('--level <level>', 'only one level').choices(['must', 'should', 'open', 'caller']),
    )
    .option('--json', 'print JSON')
    .addHelpText('after', helpText)
    .action((prefix: string | undefined, flags: Flags) => {
      const ids = selectIds(prefix ?? '', flags);
      shell.out(flags.json === true ? formatJson(ids) : ids.map(formatRequirement).join('\n'));
    });
}

function selectIds(prefix: string, { level }: Flags): RequirementId[] {
  const matchingIds = requirementIds.filter((id) => id.startsWith(prefix));
  if (matchingIds.length === 0)
    throw new WrongUsage(`No requirement starts with "${prefix}".${suggestRequirement(prefix)}`);
  return matchingIds.filter((id) => level === undefined || requirement(id).level === level);
}

function formatRequirement(id: RequirementId): string {
  const { says, from, level, readings, others, untested } = requirement(id);
  const permitted = [readings ?? [], others === true ? '…' : []].flat().join(' | ');
  return [
    `${id}  ${level}  (${from})\n`,
    `    ${says}\n`,
    permitted && `    readings: ${permitted}\n`,
    untested && `    not tested: ${untested}\n`,
  ].join('');
}

function formatJson(ids: readonly RequirementId[]): string {
  const entries = ids.map((id) => ({ id, ...requirement(id) }));
  return `${JSON.stringify(entries, null, 2)}\n`;
}
