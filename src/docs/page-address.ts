/** Returns addresses in the docs page: the part of the URL from the `#`. */
import { escape, follow, isArray } from '../contract/json-pointer.ts';
import type { OperationId } from '../contract/operations.ts';
import { findArea, type Area } from '../contract/requirement-areas.ts';
import { readContract } from '../contract/spec.ts';

/** Converts a name to an address in the same way as the renderer. */
export function toSlug(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9.]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

export function getAreaTag({ title }: Area): string {
  return `requirements-${toSlug(title)}`;
}

/** Returns the address of a requirement or a silence. */
export function getRequirementAddress(id: string): string {
  return `#/${getAreaTag(findArea(id))}/${id}`;
}

/** Returns the address of an operation, below its tag. */
export function getOperationAddress(id: OperationId): string {
  const { path, method } = readContract().operations[id];
  const at = `#/paths/${escape(path)}/${method.toLowerCase()}/tags`;
  const tags = follow(readContract().document, at);
  const [tag] = isArray(tags) ? tags : [];
  if (typeof tag !== 'string') throw new Error(`${id} has no tag.`);
  return `#/${toSlug(tag)}/${id.toLowerCase()}`;
}

/** Returns a Markdown link to the entry of an id. */
export function linkRequirement(id: string): string {
  return `[\`${id}\`](${getRequirementAddress(id)})`;
}
