/** Examples for Specmatic: for each documented answer a request that leads to it on the service at hand. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Account } from '../answers/account.ts';
import { prepare, type Prepared } from '../answers/requests.ts';
import { at, entries, resolved } from '../tree.ts';

export interface Contracts {
  /** What is tested. */
  readonly narrowed: unknown;
  /** Where the bodies of examples are taken from. */
  readonly whole: unknown;
}

/** Writes them, and resolves with the books that were made for them. */
export async function writeExamples(
  folder: string,
  account: Account,
  { narrowed, whole }: Contracts,
): Promise<string[]> {
  const books: string[] = [];
  for (const [path, operations] of entries(at(narrowed, 'paths'))) {
    for (const [method, operation] of entries(operations)) {
      for (const [status, answer] of entries(at(operation, 'responses'))) {
        const call = `${method.toUpperCase()} ${path}`;
        const request = await prepare(account, { call, status });
        if (request === undefined) continue;
        const takesBody = at(operation, 'requestBody') !== undefined;
        if (request.book !== undefined) books.push(request.book);
        const documented = at(whole, 'paths', path, method, 'responses', status);
        const example = {
          'http-request': sent(call, takesBody ? request : { ...request, body: undefined }),
          'http-response': {
            status: Number(status),
            ...body({ status, answer, documented }, { narrowed, whole }),
          },
        };
        const name = `${String(at(operation, 'operationId'))}-${status}.json`;
        await writeFile(join(folder, name), JSON.stringify(example, null, 2));
      }
    }
  }
  return books;
}

function sent(call: string, request: Omit<Prepared, 'body'> & { readonly body?: unknown }): object {
  const [method, template = ''] = call.split(' ');
  const [path, query] = (request.path ?? template).split('?');
  return {
    method,
    path,
    ...(query === undefined ? {} : { query: Object.fromEntries(new URLSearchParams(query)) }),
    headers: {
      apikey: request.key === 'none' ? 'not-a-key' : 'sandbox-key',
      ...(request.body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(request.body === undefined ? {} : { body: request.body }),
  };
}

interface Answer {
  readonly status: string;
  readonly answer: unknown;
  readonly documented: unknown;
}

/** The body the contract shows for an answer. */
function body({ status, answer, documented }: Answer, { narrowed, whole }: Contracts): object {
  const [content] = entries(at(resolved(answer, narrowed), 'content'));
  if (content === undefined) return {};
  const [type] = content;
  const headers = { 'Content-Type': type };
  if (status === '401') return { headers, body: { message: 'Unauthorized' } };
  const [example] = entries(at(resolved(documented, whole), 'content', type, 'examples'));
  return { headers, body: at(example?.[1], 'value') };
}
