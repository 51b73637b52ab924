/** Where on the page something stands: the part of its address behind the `#`. */
import { escape, follow, isArray } from '../contract/json-pointer.ts';
import type { OperationId } from '../contract/operations.ts';
import { areaOf, type Area } from '../contract/requirement-areas.ts';
import { readContract } from '../contract/spec.ts';

/** As the renderer makes addresses from names. */
export function slug(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9.]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

/** The tag that stands for an area of requirements. */
export function areaTag({ title }: Area): string {
  return `requirements-${slug(title)}`;
}

/** The address of a requirement or a silence. */
export function requirementAddress(id: string): string {
  return `#/${areaTag(areaOf(id))}/${id}`;
}

/** The address of an operation, below the tag that has it. */
export function operationAddress(id: OperationId): string {
  const { path, method } = readContract().operations[id];
  const at = `#/paths/${escape(path)}/${method.toLowerCase()}/tags`;
  const tags = follow(readContract().document, at);
  const [tag] = isArray(tags) ? tags : [];
  if (typeof tag !== 'string') throw new Error(`${id} has no tag.`);
  return `#/${slug(tag)}/${id.toLowerCase()}`;
}

/** An id as a link to what it says. */
export function requirementLink(id: string): string {
  return `[\`${id}\`](${requirementAddress(id)})`;
}
