/** Readings and faults of single accounts, chosen while the sandbox runs. */
import type { Behaviour } from './build-parts.ts';
import type { IncomingRequest, SandboxParts } from './parts/index.ts';
import type { Alteration } from './sandbox-options.ts';

export interface NamedBehaviour {
  readonly readings?: Readonly<Record<string, string>>;
  readonly faults?: readonly (Alteration & { readonly name: string })[];
}

export type Behaviours = ReturnType<typeof createBehaviours>;

/** @param makeParts makes parts that share the stored data but have other readings and faults */
export function createBehaviours(
  defaultParts: SandboxParts,
  makeParts: (behaviour: Behaviour) => SandboxParts,
) {
  const behavingAccounts = new Map<
    string,
    { readonly behaviour: NamedBehaviour; readonly parts: SandboxParts }
  >();
  const partsByAccount: SandboxParts = {
    ...defaultParts,
    chooseParts: async (incoming) => {
      const parts =
        behavingAccounts.get((await findAccountId(incoming, defaultParts)) ?? '')?.parts ??
        defaultParts;
      return parts.chooseParts === undefined ? parts : parts.chooseParts(incoming, parts);
    },
  };
  return {
    parts: (): SandboxParts => (behavingAccounts.size === 0 ? defaultParts : partsByAccount),
    get: (accountId: string): NamedBehaviour | undefined =>
      behavingAccounts.get(accountId)?.behaviour,
    behave: (accountId: string, behaviour: NamedBehaviour): void => {
      const { readings = {}, faults: alterations = [] } = behaviour;
      const choiceCount = Object.keys(readings).length + alterations.length;
      if (choiceCount === 0) behavingAccounts.delete(accountId);
      else {
        const all = { ...defaultParts.readings, ...readings };
        const parts = makeParts({ readings: all, faults: alterations });
        behavingAccounts.set(accountId, { behaviour, parts });
      }
    },
  };
}

/** Returns the account of the key, or for an upload that of the book. */
async function findAccountId(
  { operation, url, header }: IncomingRequest,
  { findAccount, store }: SandboxParts,
): Promise<string | undefined> {
  if (operation !== 'putFile') return findAccount(header('apikey') ?? '')?.id;
  const [, fileId = ''] = /\/uploads\/([0-9a-f-]{36})/.exec(url) ?? [];
  const grant = await store.readGrant(fileId);
  return grant && (await store.readBook(grant.bookId))?.account;
}
