/** Writes a drift as the text of an issue. */
import type { FindingRow, Report } from '../../record/index.ts';

export function writeIssue(row: FindingRow, { target, run, contract, tool }: Report): string {
  const steps = (row.calls ?? []).map(
    ({ method, path, status, expected }) =>
      `1. \`${method} ${path}\` answered ${status}${expected === undefined ? '' : `, expected ${expected}`}`,
  );
  const { words = '', value } = row.counterexample ?? {};
  const service = target.kind === 'own sandbox' ? 'sandbox' : target.address;
  return `# ${row.says.replace(/\.$/, '')}

The interface document (section "${row.section}") states: ${row.says}

- Expected: ${row.expected}
- Got: ${row.actual}
${value === undefined ? '' : `- Smallest value that shows it: ${words} \`${value}\`\n`}- Service: ${service}, ${run.startedAt}
- Requirement \`${row.requirement}\`, drift \`${row.fingerprint}\`, contract ${contract.version} (${contract.sha256}), bookdist ${tool.version}

## Steps

${steps.length > 0 ? steps.join('\n') : 'See the request below.'}
${row.curl === undefined ? '' : `\nThe failing call:\n\n${createShellBlock(row.curl)}\n`}
To run this case again:

${createShellBlock(row.again)}
`;
}

function createShellBlock(command: string): string {
  return `\`\`\`sh\n${command}\n\`\`\``;
}
