/** Writes a drift as an issue for the tracker of a service. */
import type { ExchangeRow, FindingRow, Report } from '../../record/index.ts';
import {
  describeCall,
  describeFrequency,
  describeSent,
  groupByCause,
  shortenSides,
} from '../../triage/index.ts';
import { truncate } from '../../wording/index.ts';
import { formatExchange } from '../exchanges/index.ts';

/** The most characters of a sent value or of one side, and of a request or a response. */
const maxValueLength = 300;
const maxMessageLength = 1500;

/** Returns the text of an issue as Markdown: what is wrong, the steps, and the call that shows it. */
export function writeIssue(row: FindingRow, { target, run, contract, tool }: Report): string {
  const steps = (row.calls ?? []).map(
    ({ method, path, status, expected }) =>
      `1. \`${method} ${path}\` answered ${status}${expected === undefined ? '' : `, expected ${expected}`}`,
  );
  const { words = '', value, calls } = row.counterexample ?? {};
  const smallest = calls === undefined ? 'value' : 'history';
  const service = target.kind === 'own sandbox' ? 'sandbox' : target.address;
  const [cause] = groupByCause([row]);
  // The statement follows, so the title does not repeat it.
  const { title } = cause ?? { title: row.requirement };
  const sent = describeSent(row, maxValueLength);
  const sides = shortenSides(row, maxValueLength);
  const [call, extent] = [describeCall(row), describeFrequency(row)];
  return `# ${title}

The interface document (section "${row.section}") states: ${row.says}

${sent === undefined ? '' : `- Sent: \`${sent}\`\n`}- Expected: ${sides.expected}
- Got: ${sides.actual}
${call === undefined ? '' : `- Call: \`${call}\`\n`}${extent === undefined ? '' : `- Extent: ${extent}\n`}${value === undefined ? '' : `- Smallest ${smallest} that shows it: ${words} \`${value}\`\n`}- Service: ${service}, ${run.startedAt}
- Requirement \`${row.requirement}\`, drift \`${row.fingerprint}\`, contract ${contract.version} (${contract.sha256}), bookdist ${tool.version}

## Steps

${steps.length > 0 ? steps.join('\n') : 'See the request below.'}
${row.exchange === undefined ? '' : `\nThe call that shows it:\n\n${createBlock('http', formatMessages(row.exchange))}\n`}
To run this case again:

${createBlock('sh', row.again)}
`;
}

/** Returns the request and the response, each in a limited number of characters. */
function formatMessages(exchange: ExchangeRow): string {
  return formatExchange(exchange)
    .map((text) => truncate(text, maxMessageLength))
    .join('\n\n');
}

function createBlock(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}
