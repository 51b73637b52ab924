/** Addresses inside the page: the part after the `#`. */
import { escape, follow, isArray } from '../contract/json-pointer.ts';
import type { OperationId } from '../contract/operations.ts';
import { areaOf, type Area } from '../contract/requirement-areas.ts';
import { readContract } from '../contract/spec.ts';

/** Converts a name to an address in the same way as the renderer. */
export function slug(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9.]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

/** Returns the tag of an area of requirements. */
export function areaTag({ title }: Area): string {
  return `requirements-${slug(title)}`;
}

/** Returns the address of a requirement or a silence. */
export function requirementAddress(id: string): string {
  return `#/${areaTag(areaOf(id))}/${id}`;
}

/** Returns the address of an operation, below its tag. */
export function operationAddress(id: OperationId): string {
  const { path, method } = readContract().operations[id];
  const at = `#/paths/${escape(path)}/${method.toLowerCase()}/tags`;
  const tags = follow(readContract().document, at);
  const [tag] = isArray(tags) ? tags : [];
  if (typeof tag !== 'string') throw new Error(`${id} has no tag.`);
  return `#/${slug(tag)}/${id.toLowerCase()}`;
}

/** Returns an id as a link to its sentence. */
export function requirementLink(id: string): string {
  return `[\`${id}\`](${requirementAddress(id)})`;
}
