/** Creates the samples of every operation in four languages. CI runs each of them against the sandbox. */
import type { OperationId } from '../../contract/operations.ts';
import { createClientSample, createFetchSample } from './javascript.ts';
import {
  json as jsonNotation,
  formatLiteral,
  python,
  createSampleCall,
  type SampleCall,
} from './sample-call.ts';

export interface Sample {
  /** The language for syntax highlighting. */
  readonly lang: string;
  /** The label of the sample on the page. */
  readonly label: string;
  readonly source: string;
}

export function createSamples(id: OperationId): readonly Sample[] {
  const call = createSampleCall(id);
  return [
    { lang: 'Shell', label: 'curl', source: createCurlSample(call) },
    { lang: 'TypeScript', label: 'Client', source: createClientSample(id) },
    { lang: 'JavaScript', label: 'fetch', source: createFetchSample(call) },
    { lang: 'Python', label: 'Python', source: createPythonSample(call) },
  ];
}

function createCurlSample({ method, address, needsKey, json, fileType }: SampleCall): string {
  const verb = method === 'GET' ? '' : ` --request ${method}`;
  const type = json === undefined ? fileType : 'application/json';
  return [
    `curl --fail-with-body${verb} "${address}"`,
    ...(needsKey ? ['--header "apikey: $DISTRIBUTION_API_KEY"'] : []),
    ...(type === undefined ? [] : [`--header 'Content-Type: ${type}'`]),
    ...(json === undefined ? [] : [`--data '${quoteForShell(formatLiteral(json, jsonNotation))}'`]),
    ...(fileType === undefined ? [] : ['--data-binary "@$FILE"']),
  ].join(' \\\n  ');
}

/** Quotes JSON for a shell: in single quotes, which are closed around variables. */
function quoteForShell(text: string): string {
  return text.replaceAll("'", `'\\''`).replaceAll(/"(\$[A-Z0-9_]+)"/g, `"'"$1"'"`);
}

/** Returns a call as a program for Python 3.8 and newer. */
function createPythonSample({ method, address, needsKey, json, fileType }: SampleCall): string {
  const type = json === undefined ? fileType : 'application/json';
  const headers = [
    ...(needsKey ? ['"apikey": environ["DISTRIBUTION_API_KEY"]'] : []),
    ...(type === undefined ? [] : [`"Content-Type": "${type}"`]),
  ].join(', ');
  const jsonBody =
    json === undefined ? undefined : `json.dumps(${formatLiteral(json, python, '    ')}).encode()`;
  const body = fileType === undefined ? jsonBody : 'open(environ["FILE"], "rb").read()';
  return [
    ...(json === undefined ? [] : ['import json']),
    'from os import environ',
    'from urllib.request import Request, urlopen',
    '',
    'request = Request(',
    `    ${formatAddress(address)},`,
    ...(method === 'GET' ? [] : [`    method="${method}",`]),
    `    headers={${headers}},`,
    ...(body === undefined ? [] : [`    data=${body},`]),
    ')',
    'with urlopen(request) as response:',
    '    print(response.status, response.read().decode())',
  ].join('\n');
}

/** Formats an address as an f-string, or as a variable if it consists of one. */
function formatAddress(address: string): string {
  const variable = /^\$([A-Z_]+)$/.exec(address)?.[1];
  return variable === undefined
    ? `f"${address.replaceAll(/\$([A-Z_]+)/g, `{environ['$1']}`)}"`
    : `environ["${variable}"]`;
}
