/** Permitted behaviour that is not a reading, and that a careless suite could report as drift. */
import { changeResponses } from '../../src/faults/fault.ts';
import {
  jsonResponse,
  withHeaders,
  type SandboxResponse,
} from '../../src/sandbox/present/index.ts';
import type { Call, Parts } from '../../src/sandbox/replaceable-parts/index.ts';
import type { Alteration } from '../../src/sandbox/index.ts';
import { newBook } from '../../tests/support/books.ts';

export interface Habit extends Alteration {
  readonly name: string;
}

/** Creates an override that changes every JSON object in a response, inner objects first. */
function overrideObjects(
  change: (object: Readonly<Record<string, unknown>>) => Record<string, unknown>,
): Alteration['override'] {
  const changeValue = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(changeValue);
    if (typeof value !== 'object' || value === null) return value;
    return change(
      Object.fromEntries(Object.entries(value).map(([key, child]) => [key, changeValue(child)])),
    );
  };
  return changeResponses((response) =>
    isJson(response)
      ? { ...response, text: JSON.stringify(changeValue(JSON.parse(response.text))) }
      : response,
  );
}

function isJson({ headers, text }: SandboxResponse): boolean {
  return headers['content-type']?.includes('json') === true && text !== '';
}

const habits: Readonly<Record<string, Alteration['override']>> = {
  'extra-fields': overrideObjects((object) => ({ ...object, xInternal: { note: [1, null] } })),
  'other-key-order': overrideObjects((object) =>
    Object.fromEntries(Object.entries(object).toReversed()),
  ),
  'extra-headers': changeResponses((response) =>
    withHeaders(response, {
      'x-request-id': '5f3c',
      'cache-control': 'no-store',
      'set-cookie': 'visited=1',
      vary: 'accept',
    }),
  ),
  'charset-in-capitals': changeResponses((response) => {
    const type = response.headers['content-type'];
    return type === undefined
      ? response
      : withHeaders(response, { 'content-type': `${type.split(';')[0]}; Charset="UTF-8"` });
  }),
  'json-in-many-lines': changeResponses((response) =>
    isJson(response)
      ? { ...response, text: `${JSON.stringify(JSON.parse(response.text), null, 2)}\n` }
      : response,
  ),
  'no-requirement-header': changeResponses(
    ({ headers: { 'x-requirement': _own, ...headers }, ...response }) => ({
      ...response,
      headers,
    }),
  ),
  'other-wording': ({ present }) => ({
    present: {
      refusal: (refusal, request) =>
        present.refusal(
          {
            ...refusal,
            detail: 'Nope.',
            invalidParams: refusal.invalidParams.map(({ name }) => ({
              name,
              reason: name === 'isbn' ? 'not an ISBN' : 'bad',
            })),
          },
          request,
        ),
    },
  }),
  'busy-now-and-then': ({ transport }) => {
    let responseCount = 0;
    return {
      transport: async (response, call) => {
        responseCount += 1;
        // Only reads get a 429, because a read has no effect that a repetition could double.
        const isBusy = responseCount % 29 === 0 && call.operation === 'readBook';
        return isBusy
          ? withHeaders(jsonResponse(429, { message: 'Later.' }), { 'retry-after': '0' })
          : transport(response, call);
      },
    };
  },
  'thousands-of-other-books': ({ operations }) => {
    const stockedAccounts = new Set<string>();
    return {
      operations: {
        listBooks: async (call, parts) => {
          const { id } = call.account;
          if (!stockedAccounts.has(id)) {
            stockedAccounts.add(id);
            await createOtherBooks(call, parts);
          }
          return operations.listBooks(call, parts);
        },
      },
    };
  },
};

export const unusualHabits: readonly Habit[] = Object.entries(habits).map(([name, override]) => ({
  name,
  override,
}));

/** Creates books of other users of the same account, as on a shared staging. */
async function createOtherBooks(call: Call, parts: Parts): Promise<void> {
  for (let bookNumber = 0; bookNumber < 2_000; bookNumber += 1) {
    const body = newBook((['ebook', 'print', 'audio'] as const)[bookNumber % 3] ?? 'ebook', {
      title: `Book ${bookNumber} of another user`,
      externalId: `other-user-${bookNumber}`,
      language: [['en', 'de', 'fr'][bookNumber % 3]],
    });
    await parts.operations.createBook({ ...call, operation: 'createBook', query: {}, body }, parts);
  }
}
