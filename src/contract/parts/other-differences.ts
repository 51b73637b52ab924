/** Finds the differences between two contracts in which no listed part has a share, so that none goes unnamed. */
import { describePlace } from '../changes/index.ts';
import { escape, isArray, isObject, type Json, type JsonObject } from '../json-pointer.ts';
import type { ContractPart } from './part.ts';

/** The keys that say nothing about exchanges. */
const wordsForReaders =
  /^(info|tags|title|description|summary|examples?|deprecated|externalDocs|operationId|x-requirements|x-missing|x-any-value)$/;
/** The keys below which a key is a name and no keyword. */
const namesBelow = /^(properties|paths|schemas|headers|securitySchemes)$/;

/** Returns a part for each difference that is neither within one of the parts nor around it. */
export function listOtherDifferences(
  own: JsonObject,
  changed: JsonObject,
  differingParts: readonly ContractPart[],
): ContractPart[] {
  const listed = differingParts.map(({ pointer }) => `${pointer}/`);
  return listDifferences(own, changed, '#')
    .filter((place) => !listed.some((part) => isWithin(part, place) || isWithin(place, part)))
    .map((pointer) => ({
      pointer,
      name: `${describePlace(pointer.replace('#', ''))}: different`,
      kind: 'difference',
      side: 'request',
      identity: `${pointer} differs`,
      needs: ['a check'],
    }));
}

function isWithin(place: string, outer: string): boolean {
  return `${place}/`.startsWith(outer.endsWith('/') ? outer : `${outer}/`);
}

/** Returns the smallest places that differ. Lists of different lengths differ as a whole. */
function listDifferences(
  own: Json | undefined,
  changed: Json | undefined,
  place: string,
): string[] {
  if (isArray(own) && isArray(changed) && own.length === changed.length)
    return own.flatMap((entry, at) => listDifferences(entry, changed[at], `${place}/${at}`));
  if (isObject(own) && isObject(changed)) {
    const hasNames = namesBelow.test(place.split('/').at(-1) ?? '');
    return [...new Set([...Object.keys(own), ...Object.keys(changed)])]
      .filter((key) => hasNames || !wordsForReaders.test(key))
      .flatMap((key) => listDifferences(own[key], changed[key], `${place}/${escape(key)}`));
  }
  return JSON.stringify(own) === JSON.stringify(changed) ? [] : [place];
}
