/** The readings and faults of single accounts, which can change while the sandbox runs. */
import type { Behaviour } from './build-parts.ts';
import type { IncomingRequest, Parts } from './parts/index.ts';
import type { Alteration } from './sandbox-options.ts';

export interface NamedBehaviour {
  readonly readings?: Readonly<Record<string, string>>;
  readonly faults?: readonly (Alteration & { readonly name: string })[];
}

export type Behaviours = ReturnType<typeof createBehaviours>;

/**
 * Creates the record of the accounts with a behaviour of their own.
 * @param makeParts creates parts that share the stored data but have other readings and faults
 */
export function createBehaviours(defaultParts: Parts, makeParts: (behaviour: Behaviour) => Parts) {
  const entriesByAccount = new Map<string, { behaviour: NamedBehaviour; parts: Parts }>();
  const partsByAccount: Parts = {
    ...defaultParts,
    chooseParts: async (request) => {
      const id = (await findAccountId(request, defaultParts)) ?? '';
      const { parts } = entriesByAccount.get(id) ?? { parts: defaultParts };
      return parts.chooseParts === undefined ? parts : parts.chooseParts(request, parts);
    },
  };
  return {
    parts: (): Parts => (entriesByAccount.size === 0 ? defaultParts : partsByAccount),
    get: (accountId: string) => entriesByAccount.get(accountId)?.behaviour,
    behave: (accountId: string, behaviour: NamedBehaviour): void => {
      const { readings = {}, faults: alterations = [] } = behaviour;
      const choiceCount = Object.keys(readings).length + alterations.length;
      if (choiceCount === 0) entriesByAccount.delete(accountId);
      else {
        const choices = {
          readings: { ...defaultParts.readings, ...readings },
          faults: alterations,
        };
        entriesByAccount.set(accountId, { behaviour, parts: makeParts(choices) });
      }
    },
  };
}

/** Returns the id of the account that a request belongs to: by its key or, for an upload, by its book. */
async function findAccountId(
  { operation, url, header }: IncomingRequest,
  { contract, findAccount, store }: Parts,
): Promise<string | undefined> {
  if (operation !== 'putFile') return findAccount(header(contract.keyHeader) ?? '')?.id;
  const [, fileId = ''] = /\/uploads\/([0-9a-f-]{36})/.exec(url) ?? [];
  const grant = await store.readGrant(fileId);
  return grant && (await store.readBook(grant.bookId))?.account;
}
