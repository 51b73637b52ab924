/** Samples of every operation in four languages. CI runs each of them against the sandbox. */
import type { OperationId } from '../../contract/operations.ts';
import { clientSample, fetchSample } from './javascript.ts';
import { json as jsonNotation, literal, python } from './literal.ts';
import { createSampleCall, type SampleCall } from './sample-call.ts';

export interface Sample {
  /** The language for syntax colours. */
  readonly lang: string;
  /** The language as the page shows it. */
  readonly label: string;
  readonly source: string;
}

/** Returns the samples of an operation, in the order of the page. */
export function createSamples(id: OperationId): readonly Sample[] {
  const call = createSampleCall(id);
  return [
    { lang: 'Shell', label: 'curl', source: curlSample(call) },
    { lang: 'TypeScript', label: 'Client', source: clientSample(id) },
    { lang: 'JavaScript', label: 'fetch', source: fetchSample(call) },
    { lang: 'Python', label: 'Python', source: pythonSample(call) },
  ];
}

/** Returns a call as a command for a POSIX shell. */
function curlSample({ method, address, keyed, json, fileType }: SampleCall): string {
  const verb = method === 'GET' ? '' : ` --request ${method}`;
  return [
    `curl --fail-with-body${verb} "${address}"`,
    ...(keyed ? ['--header "apikey: $DISTRIBUTION_API_KEY"'] : []),
    ...(json === undefined ? [] : ["--header 'Content-Type: application/json'"]),
    ...(json === undefined ? [] : [`--data '${quoteForShell(literal(json, jsonNotation))}'`]),
    ...(fileType === undefined ? [] : [`--header 'Content-Type: ${fileType}'`]),
    ...(fileType === undefined ? [] : ['--data-binary "@$FILE"']),
  ].join(' \\\n  ');
}

/** Writes JSON between single quotes, which are closed around variables. */
function quoteForShell(text: string): string {
  return text.replaceAll("'", `'\\''`).replaceAll(/"(\$[A-Z0-9_]+)"/g, `"'"$1"'"`);
}

/** Returns a call as a program for Python 3.8 and newer. */
function pythonSample({ method, address, keyed, json, fileType }: SampleCall): string {
  const type = json === undefined ? fileType : 'application/json';
  const headers = [
    ...(keyed ? ['"apikey": environ["DISTRIBUTION_API_KEY"]'] : []),
    ...(type === undefined ? [] : [`"Content-Type": "${type}"`]),
  ].join(', ');
  const jsonBody =
    json === undefined ? undefined : `json.dumps(${literal(json, python, '    ')}).encode()`;
  const body = fileType === undefined ? jsonBody : 'open(environ["FILE"], "rb").read()';
  return [
    ...(json === undefined ? [] : ['import json']),
    'from os import environ',
    'from urllib.request import Request, urlopen',
    '',
    'request = Request(',
    `    ${addressLiteral(address)},`,
    ...(method === 'GET' ? [] : [`    method="${method}",`]),
    `    headers={${headers}},`,
    ...(body === undefined ? [] : [`    data=${body},`]),
    ')',
    'with urlopen(request) as response:',
    '    print(response.status, response.read().decode())',
  ].join('\n');
}

/** Writes an address as an f-string, or as the variable it consists of. */
function addressLiteral(address: string): string {
  const alone = /^\$([A-Z_]+)$/.exec(address)?.[1];
  return alone === undefined
    ? `f"${address.replaceAll(/\$([A-Z_]+)/g, `{environ['$1']}`)}"`
    : `environ["${alone}"]`;
}
