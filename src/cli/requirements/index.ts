/** `bookdist requirements`: prints the ledger. */
import { Command, Option } from 'commander';
import { requirement, requirementIds, type RequirementId } from '../../contract/requirements.ts';
import { suggestRequirement, type Shell, WrongUsage } from '../shell/index.ts';

interface Flags {
  readonly level?: string;
  readonly open?: boolean;
  readonly json?: boolean;
}

const after = `
Examples
  bookdist requirements
  bookdist requirements publish
  bookdist requirements --open
  bookdist requirements --level must --json
`;

/** Makes the command. */
export function requirementsCommand(shell: Shell): Command {
  return new Command('requirements')
    .description('Print what the document states and what it leaves open.')
    .argument('[id]', 'only ids that start with this')
    .addOption(
      new Option('--level <level>', 'only one level').choices(['must', 'should', 'open', 'caller']),
    )
    .option('--open', 'only what the document leaves open: --level open')
    .option('--json', 'print JSON')
    .addHelpText('after', after)
    .action((begins: string | undefined, flags: Flags) => {
      const ids = chosen(begins ?? '', flags);
      shell.out(flags.json === true ? asJson(ids) : ids.map(asText).join('\n'));
    });
}

function chosen(begins: string, { level, open }: Flags): RequirementId[] {
  const wanted = open === true ? 'open' : level;
  const named = requirementIds.filter((id) => id.startsWith(begins));
  if (named.length === 0)
    throw new WrongUsage(`No requirement starts with "${begins}".${suggestRequirement(begins)}`);
  return named.filter((id) => wanted === undefined || requirement(id).level === wanted);
}

function asText(id: RequirementId): string {
  const { says, from, level, readings, others, untested } = requirement(id);
  const listed = typeof readings === 'string' ? readings : readings?.join(' | ');
  const lines = [
    `${id}  ${level}  (${from})`,
    `    ${says}`,
    ...(listed === undefined ? [] : [`    readings: ${listed}${others === true ? ' | …' : ''}`]),
    ...(untested === undefined ? [] : [`    not tested: ${untested}`]),
  ];
  return `${lines.join('\n')}\n`;
}

function asJson(ids: readonly RequirementId[]): string {
  return `${JSON.stringify(
    ids.map((id) => ({ id, ...requirement(id) })),
    null,
    2,
  )}\n`;
}
