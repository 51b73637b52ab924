/** Reads and checks the headers that a gateway needs. */
import { readContract } from '../../contract/spec.ts';
import { type Environment, WrongUsage } from '../shell/index.ts';

/** Headers that belong to the request itself. Setting them would change what is tested. */
const reservedHeaders: ReadonlySet<string> = new Set([
  'accept',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * Merges the headers of `--header`, of the target in bookdist.yaml and of DISTRIBUTION_HEADERS, in this order of precedence.
 * @throws WrongUsage with the header's name, never its value
 */
export function mergeHeaders(
  options: readonly string[],
  { headers = '', target }: Pick<Environment, 'headers' | 'target'>,
): Record<string, string> {
  const lines = headers.split('\n').filter((line) => line.trim() !== '');
  const targetHeaders = Object.entries(target?.headers ?? {}).map((pair) => checkHeader(...pair));
  return {
    ...toRecord(lines.map((line) => parseHeader(line.trim(), 'DISTRIBUTION_HEADERS'))),
    ...toRecord(targetHeaders),
    ...toRecord(options.map((text) => parseHeader(text, '--header'))),
  };
}

type Header = readonly [name: string, value: string];

function parseHeader(text: string, source: string): Header {
  const separator = text.indexOf('=');
  // Text without a name may be a secret, so the message does not repeat it.
  if (separator < 1)
    throw new WrongUsage(`${source} takes NAME=VALUE; an entry has no "=" or no name.`);
  return checkHeader(text.slice(0, separator).trim(), text.slice(separator + 1).trim());
}

function checkHeader(headerName: string, value: string): Header {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(headerName))
    throw new WrongUsage('The name of a header takes only letters, digits and hyphens.');
  const name = headerName.toLowerCase();
  if (name === readContract().keyHeader)
    throw new WrongUsage('A header cannot replace the key: set DISTRIBUTION_API_KEY.');
  if (name.startsWith('proxy-')) {
    throw new WrongUsage(
      `${name} is for a proxy. Put the user name and password of a proxy into its address.`,
    );
  }
  if (reservedHeaders.has(name))
    throw new WrongUsage(`${name} differs for each request and cannot be set.`);
  if (value === '') throw new WrongUsage(`The header ${name} has no value.`);
  if (!/^[\t\x20-\x7e\x80-\xff]+$/.test(value)) {
    throw new WrongUsage(
      `The value of the header ${name} contains a character that HTTP does not allow.`,
    );
  }
  return [name, value];
}

function toRecord(headers: readonly Header[]): Record<string, string> {
  const names = headers.map(([name]) => name);
  const repeated = names.find((name, index) => names.indexOf(name) < index);
  if (repeated !== undefined) throw new WrongUsage(`The header ${repeated} is given twice.`);
  return Object.fromEntries(headers);
}
