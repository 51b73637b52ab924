/** Tests that the docs page is complete, and that all its links have targets. */
import { describe, expect, it } from 'vitest';
import { isArray, isObject, type Json, type JsonObject } from '../contract/json-pointer.ts';
import { operationIds } from '../contract/operations.ts';
import { requirementIds } from '../contract/requirements.ts';
import { createReaderContract } from './contract-for-readers.ts';
import { getOperationAddress, getRequirementAddress, toSlug } from './requirement-chapters.ts';

const page = createReaderContract();
const tags = isArray(page['tags']) ? page['tags'].filter(isObject) : [];

function readString(node: JsonObject, key: string): string {
  const value = node[key];
  return typeof value === 'string' ? value : '';
}

/** All addresses that the rendered page will have. */
const addresses = new Set([
  ...operationIds.map(getOperationAddress),
  ...tags.flatMap((tag) => {
    const address = `#/${toSlug(readString(tag, 'name'))}`;
    const headings = [...readString(tag, 'description').matchAll(/^## (.+)$/gm)];
    return [address, ...headings.map(([, heading = '']) => `${address}/${toSlug(heading)}`)];
  }),
]);

function listDescriptions(node: Json): string[] {
  if (isArray(node)) return node.flatMap(listDescriptions);
  if (!isObject(node)) return [];
  return [readString(node, 'description'), ...Object.values(node).flatMap(listDescriptions)];
}

describe('the page of the contract', () => {
  it('has an address for every requirement and every silence', () => {
    const missingIds = requirementIds.filter((id) => !addresses.has(getRequirementAddress(id)));
    expect(missingIds).toEqual([]);
  });

  it('contains no dead links', () => {
    const links = listDescriptions(page).flatMap((prose) =>
      [...prose.matchAll(/\]\((#[^)]*)\)/g)].map(([, link = '']) => link),
    );
    expect(links.length).toBeGreaterThan(500);
    expect([...new Set(links)].filter((link) => !addresses.has(link))).toEqual([]);
  });

  it('fills in every placeholder of the guide', () => {
    expect(listDescriptions(page).join('\n')).not.toMatch(/(?<!\$)\{\{/);
  });

  it('shows each operation in three languages', () => {
    const blocks = [...JSON.stringify(page).matchAll(/"x-codeSamples":\[(.+?)\]\}/g)];
    expect(JSON.stringify(page).match(/"x-codeSamples"/g)).toHaveLength(operationIds.length);
    for (const [samples] of blocks) {
      for (const label of ['curl', 'Client', 'Python']) expect(samples).toContain(label);
    }
  });

  it('puts every tag into exactly one group', () => {
    const groups = isArray(page['x-tagGroups']) ? page['x-tagGroups'].filter(isObject) : [];
    const groupedTags = groups.flatMap((group) => (isArray(group['tags']) ? group['tags'] : []));
    expect(groupedTags).toEqual(tags.map((tag) => tag['name']));
  });
});
