/** Readings and faults of single accounts, chosen while the sandbox runs. */
import type { Behaviour } from './build-parts.ts';
import type { Incoming, SandboxParts } from './parts/index.ts';
import type { Alteration } from './sandbox-options.ts';

export interface NamedBehaviour {
  readonly readings?: Readonly<Record<string, string>>;
  readonly faults?: readonly (Alteration & { readonly name: string })[];
}

export type Behaviours = ReturnType<typeof behavioursOf>;

/** @param behaving makes parts that share the stored data but have other readings and faults */
export function behavioursOf(
  usual: SandboxParts,
  behaving: (behaviour: Behaviour) => SandboxParts,
) {
  const chosen = new Map<
    string,
    { readonly behaviour: NamedBehaviour; readonly parts: SandboxParts }
  >();
  const choosing: SandboxParts = {
    ...usual,
    chooseParts: async (incoming) => {
      const parts = chosen.get((await accountIdOf(incoming, usual)) ?? '')?.parts ?? usual;
      return parts.chooseParts === undefined ? parts : parts.chooseParts(incoming, parts);
    },
  };
  return {
    parts: (): SandboxParts => (chosen.size === 0 ? usual : choosing),
    of: (accountId: string): NamedBehaviour | undefined => chosen.get(accountId)?.behaviour,
    behave: (accountId: string, behaviour: NamedBehaviour): void => {
      const { readings = {}, faults: alterations = [] } = behaviour;
      const choices = Object.keys(readings).length + alterations.length;
      if (choices === 0) chosen.delete(accountId);
      else {
        const all = { ...usual.readings, ...readings };
        const parts = behaving({ readings: all, faults: alterations });
        chosen.set(accountId, { behaviour, parts });
      }
    },
  };
}

/** Returns the account of the key, or for an upload that of the book. */
async function accountIdOf(
  { operation, url, header }: Incoming,
  { accountOf, store }: SandboxParts,
): Promise<string | undefined> {
  if (operation !== 'putFile') return accountOf(header('apikey') ?? '')?.id;
  const [, fileId = ''] = /\/uploads\/([0-9a-f-]{36})/.exec(url) ?? [];
  const grant = await store.readGrant(fileId);
  return grant && (await store.readBook(grant.bookId))?.account;
}
