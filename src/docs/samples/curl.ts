/** The samples in curl. */
import { json as jsonText, literal } from './literal.ts';
import type { SampleCall } from './sample-call.ts';

/** Returns a call as a command for a POSIX shell. */
export function curlSample({ method, address, keyed, json, fileType }: SampleCall): string {
  const verb = method === 'GET' ? '' : ` --request ${method}`;
  return [
    `curl --fail-with-body${verb} "${address}"`,
    ...(keyed ? ['--header "apikey: $DISTRIBUTION_API_KEY"'] : []),
    ...(json === undefined ? [] : ["--header 'Content-Type: application/json'"]),
    ...(json === undefined ? [] : [`--data '${quoted(literal(json, jsonText))}'`]),
    ...(fileType === undefined ? [] : [`--header 'Content-Type: ${fileType}'`]),
    ...(fileType === undefined ? [] : ['--data-binary "@$FILE"']),
  ].join(' \\\n  ');
}

/** Writes JSON between single quotes, which are closed around variables. */
function quoted(text: string): string {
  return text.replaceAll("'", `'\\''`).replaceAll(/"(\$[A-Z0-9_]+)"/g, `"'"$1"'"`);
}
