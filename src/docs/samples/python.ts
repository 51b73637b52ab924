/** The samples in Python, with its standard library alone. */
import { literal, python } from './literal.ts';
import type { SampleCall } from './sample-call.ts';

/** Returns a call as a program for Python 3.8 and newer. */
export function pythonSample({ method, address, keyed, json, fileType }: SampleCall): string {
  const type = json === undefined ? fileType : 'application/json';
  const headers = [
    ...(keyed ? ['"apikey": environ["DISTRIBUTION_API_KEY"]'] : []),
    ...(type === undefined ? [] : [`"Content-Type": "${type}"`]),
  ].join(', ');
  const sent =
    json === undefined ? undefined : `json.dumps(${literal(json, python, '    ')}).encode()`;
  const body = fileType === undefined ? sent : 'open(environ["FILE"], "rb").read()';
  return [
    ...(json === undefined ? [] : ['import json']),
    'from os import environ',
    'from urllib.request import Request, urlopen',
    '',
    'request = Request(',
    `    ${place(address)},`,
    ...(method === 'GET' ? [] : [`    method="${method}",`]),
    `    headers={${headers}},`,
    ...(body === undefined ? [] : [`    data=${body},`]),
    ')',
    'with urlopen(request) as response:',
    '    print(response.status, response.read().decode())',
  ].join('\n');
}

/** Writes an address as an f-string, or as the variable it consists of. */
function place(address: string): string {
  const alone = /^\$([A-Z_]+)$/.exec(address)?.[1];
  return alone === undefined
    ? `f"${address.replaceAll(/\$([A-Z_]+)/g, `{environ['$1']}`)}"`
    : `environ["${alone}"]`;
}
