/** Permitted behaviour that no reading names, and that a careless suite would report as drift. */
import { changeResponses } from '../../src/faults/fault.ts';
import { jsonAnswer, withHeaders, type Answer } from '../../src/sandbox/present/index.ts';
import type { Call, SandboxParts } from '../../src/sandbox/parts/index.ts';
import type { Alteration } from '../../src/sandbox/index.ts';

export interface Habit extends Alteration {
  readonly name: string;
}

/** Changes every JSON object in a response, from the inside out. */
function changingObjects(
  change: (object: Readonly<Record<string, unknown>>) => Record<string, unknown>,
): Alteration['override'] {
  const changed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(changed);
    if (typeof value !== 'object' || value === null) return value;
    return change(
      Object.fromEntries(Object.entries(value).map(([key, one]) => [key, changed(one)])),
    );
  };
  return changeResponses((answer) =>
    isJson(answer) ? { ...answer, text: JSON.stringify(changed(JSON.parse(answer.text))) } : answer,
  );
}

function isJson({ headers, text }: Answer): boolean {
  return headers['content-type']?.includes('json') === true && text !== '';
}

export const unusualHabits: readonly Habit[] = [
  {
    name: 'extra-fields',
    override: changingObjects((object) => ({ ...object, xInternal: { note: [1, null] } })),
  },
  {
    name: 'other-key-order',
    override: changingObjects((object) => Object.fromEntries(Object.entries(object).toReversed())),
  },
  {
    name: 'extra-headers',
    override: changeResponses((answer) =>
      withHeaders(answer, {
        'x-request-id': '5f3c',
        'cache-control': 'no-store',
        'set-cookie': 'visited=1',
        vary: 'accept',
      }),
    ),
  },
  {
    name: 'charset-in-capitals',
    override: changeResponses((answer) => {
      const type = answer.headers['content-type'];
      return type === undefined
        ? answer
        : withHeaders(answer, { 'content-type': `${type.split(';')[0]}; Charset="UTF-8"` });
    }),
  },
  {
    name: 'json-in-many-lines',
    override: changeResponses((answer) =>
      isJson(answer)
        ? { ...answer, text: `${JSON.stringify(JSON.parse(answer.text), null, 2)}\n` }
        : answer,
    ),
  },
  {
    name: 'no-requirement-header',
    override: changeResponses(({ headers: { 'x-requirement': _own, ...headers }, ...answer }) => ({
      ...answer,
      headers,
    })),
  },
  {
    name: 'other-wording',
    override: ({ present }) => ({
      present: {
        refused: (refusal, sent) =>
          present.refused(
            {
              ...refusal,
              detail: 'Nope.',
              invalidParams: refusal.invalidParams.map(({ name }) => ({
                name,
                reason: name === 'isbn' ? 'not an ISBN' : 'bad',
              })),
            },
            sent,
          ),
      },
    }),
  },
  {
    name: 'busy-now-and-then',
    override: ({ transport }) => {
      let answers = 0;
      return {
        transport: async (answer, call) => {
          answers += 1;
          // Only a read is refused, because a refused read cannot have had an effect.
          const busy = answers % 29 === 0 && call.operation === 'readBook';
          return busy
            ? withHeaders(jsonAnswer(429, { message: 'Later.' }), { 'retry-after': '0' })
            : transport(answer, call);
        },
      };
    },
  },
  {
    name: 'thousands-of-other-books',
    override: ({ operations }) => {
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
  },
];

/** Creates books of other users of the same account, as on a shared staging. */
async function createOtherBooks(call: Call, parts: SandboxParts): Promise<void> {
  for (let made = 0; made < 2_000; made += 1) {
    const body = {
      format: (['ebook', 'print', 'audio'] as const)[made % 3],
      title: `Book ${made} of another user`,
      externalId: `other-user-${made}`,
      language: [['en', 'de', 'fr'][made % 3]],
      description: 'It was here before.',
      category: ['FIC000000'],
      copyright: 'SELF',
      saleTerritory: ['ALL'],
      publicationDate: '2040-01-01',
      contributor: [
        { firstName: 'An', lastName: 'Other', role: 'Author' },
        { firstName: 'A', lastName: 'Voice', role: 'Narrated by' },
      ],
      price: [{ currency: 'USD', price: 1 }],
      ...(made % 3 === 1 ? { isbn: '9780306406157' } : {}),
      ...(made % 3 === 2 ? { audioDetails: { audioLength: 60, audioEdition: 'UBR' } } : {}),
    };
    await parts.operations.createBook({ ...call, operation: 'createBook', query: {}, body }, parts);
  }
}
