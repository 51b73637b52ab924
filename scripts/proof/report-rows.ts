/** Lists parts of a report: the requirements that drift, their fingerprints, and the cases that ran. */
import type { Report } from '../../src/report/record/index.ts';

/** Ids with the verdict `drifts`, in the report's order. */
export function requirementsThatDrift({ requirements }: Report): string[] {
  return requirements.filter(({ verdict }) => verdict === 'drifts').map(({ id }) => id);
}

/** Requirement and fingerprint of each drift except those of properties, which draw their values at random. */
export function namesOfDrifts({ findings }: Report): string[] {
  return findings
    .filter(({ kind }) => kind !== 'property')
    .map(({ requirement, fingerprint }) => `${requirement} ${fingerprint}`)
    .toSorted();
}

/** Every case with its verdict, in the report's order. */
export function casesAsked({ requirements }: Report): string[] {
  return requirements.flatMap(({ id, cases }) =>
    cases.map(({ sentence, verdict }) => `${id}: ${sentence}: ${verdict}`),
  );
}
