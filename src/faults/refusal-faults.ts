/** Faults that follow from the documented refusals: let through, told otherwise, or only said. */
import { emptyAnswer, jsonAnswer, type Answer } from '../sandbox/answer.ts';
import type { KeyedOperation, SandboxParts } from '../sandbox/parts.ts';
import { Refusal } from '../sandbox/refusal.ts';
import { plain, ruled, type Documented, type Ruled } from './documented-refusals.ts';
import { refusing, type Fault } from './fault.ts';

/** Three for a refusal that hangs on a rule, two for any other. */
export function refusalFaults(): readonly Fault[] {
  return [
    ...ruled.flatMap((refusal) => [
      withoutRule(refusal),
      toldOtherwise(refusal),
      onlySaid(refusal),
    ]),
    ...plain.flatMap((refusal) => [
      ...(refusal.emptyWhenTaken === true ? [] : [letThrough(refusal)]),
      toldOtherwise(refusal),
    ]),
  ];
}

function named({ requirement }: Documented, what: string): string {
  return `${requirement.replaceAll('.', '-')}-${what}`;
}

function toldOtherwise(refusal: Documented): Fault {
  const { requirement, instead, shadows = [] } = refusal;
  return {
    name: named(refusal, `told-as-${instead}`),
    breaks: refusal.against ?? [requirement],
    shadows,
    says: `Where ${requirement} refuses, the status is ${instead}.`,
    override: refusing(requirement, () => ({ status: instead })),
  };
}

function withoutRule(refusal: Ruled): Fault {
  const { requirement, operation, lenient, keeps, shadows = [] } = refusal;
  return {
    name: named(refusal, 'let-through'),
    breaks: [requirement],
    shadows: [...shadows, ...keeps],
    says: `What ${requirement} refuses goes through.`,
    override: ({ operations }) => ({
      operations: {
        [operation]: (call: Parameters<typeof operations.createBook>[0], parts: SandboxParts) =>
          operations[operation](call, { ...parts, rules: { ...parts.rules, ...lenient } }),
      },
    }),
  };
}

/** Refused with the right words, and done all the same. */
function onlySaid(refusal: Ruled): Fault {
  const { requirement, operation, lenient, keeps, shadows = [] } = refusal;
  return {
    name: named(refusal, 'only-said'),
    breaks: keeps,
    shadows: [...shadows, requirement],
    says: `What ${requirement} refuses is done all the same.`,
    override: ({ operations }) => ({
      operations: {
        [operation]: (call: Parameters<typeof operations.createBook>[0], parts: SandboxParts) =>
          operations[operation](call, parts).catch(async (error: unknown) => {
            if (error instanceof Refusal && error.parts.requirement === requirement) {
              const forced = { ...parts, rules: { ...parts.rules, ...lenient } };
              await operations[operation](call, forced).catch(() => undefined);
            }
            throw error;
          }),
      },
    }),
  };
}

/** Answered as if it had been taken. Nothing is done, for what would be is not known. */
function letThrough(refusal: Documented): Fault {
  const { requirement, shadows = [] } = refusal;
  return {
    name: named(refusal, 'let-through'),
    breaks: refusal.against ?? [requirement],
    shadows,
    says: `What ${requirement} refuses is answered as if it were taken.`,
    override: (parts) => ({
      transport: async (answer, asked) => {
        const left = await parts.transport(answer, asked);
        if (left.headers['x-requirement'] !== requirement) return left;
        return (await taken(asked.operation, parts)) ?? left;
      },
    }),
  };
}

/** What an operation says to a request it takes; a read shows some book there is. */
async function taken(
  operation: KeyedOperation | 'putFile' | undefined,
  { newId, store, present, accountOf }: SandboxParts,
): Promise<Answer | undefined> {
  switch (operation) {
    case 'createBook':
      return jsonAnswer(201, { bookId: newId() });
    case 'updateBook':
      return jsonAnswer(200, { bookId: newId() });
    case 'requestUploads':
      return jsonAnswer(201, { data: [] });
    case 'attachFile':
      return jsonAnswer(200, {});
    case 'listBooks':
      return jsonAnswer(200, {
        data: [],
        meta: { total: 0, page: 1, perPage: 50, lastPage: 1 },
        links: { self: '/v2/distribution/books', next: null, prev: null },
      });
    case 'readBook':
    case 'lookUpBook': {
      const [book] = await store.allBooks();
      const account = accountOf('sandbox-key');
      return book && account && present.read(book, present.book(book, account));
    }
    case 'publishBook':
    case 'unpublishBook':
    case 'deleteBook':
      return emptyAnswer(204);
    default:
      return undefined;
  }
}
