/** Concerns about files whose kind does not fit their role, under readings that inspect files. */
import type { AttachedFile } from '../book/index.ts';
import type { Parts } from '../parts/index.ts';
import { type Concern, createConcern } from '../readings/index.ts';

/** Returns a concern for each file whose first bytes do not fit its role. */
export async function findContentConcerns(
  files: readonly AttachedFile[],
  moment: 'attach' | 'publish',
  parts: Parts,
): Promise<readonly Concern[]> {
  const requirement = findSilence(moment, parts);
  if (requirement === undefined) return [];
  const concerns = await Promise.all(
    files.map(async ({ id, role, filename }) => {
      const bytes = (await parts.bytes.readStart(id)) ?? new Uint8Array();
      const kind = parts.rules.detectFileKind(bytes);
      if (kind !== undefined && parts.rules.kindFitsRole(kind, role)) return [];
      const reason = `${filename} is not a kind of file that the role ${role} accepts.`;
      return createConcern(requirement, reason, { name: 'filename' });
    }),
  );
  return concerns.flat();
}

/** Returns the silence whose reading makes the service inspect files at this moment, if there is one. */
function findSilence(moment: 'attach' | 'publish', { readings }: Parts) {
  if (readings['attach.content-checks'] === moment) return 'attach.content-checks';
  return moment === 'attach' && readings['file.enforced'] === '422' ? 'file.enforced' : undefined;
}
