/** Tests that the page leaves nothing out and that each of its links leads somewhere. */
import { describe, expect, it } from 'vitest';
import { isArray, isObject, type Json, type JsonObject } from '../contract/json-pointer.ts';
import { operationIds } from '../contract/operations.ts';
import { requirementIds } from '../contract/requirements.ts';
import { contractForReaders } from './contract-for-readers.ts';
import { getOperationAddress, getRequirementAddress, toSlug } from './page-address.ts';

const page = contractForReaders();
const tags = isArray(page['tags']) ? page['tags'].filter(isObject) : [];

function text(node: JsonObject, key: string): string {
  const value = node[key];
  return typeof value === 'string' ? value : '';
}

/** Every address the renderer will know. */
const addresses = new Set([
  ...operationIds.map(getOperationAddress),
  ...tags.flatMap((tag) => {
    const address = `#/${toSlug(text(tag, 'name'))}`;
    const headings = [...text(tag, 'description').matchAll(/^## (.+)$/gm)];
    return [address, ...headings.map(([, heading = '']) => `${address}/${toSlug(heading)}`)];
  }),
]);

function descriptions(node: Json): string[] {
  if (isArray(node)) return node.flatMap(descriptions);
  if (!isObject(node)) return [];
  return [text(node, 'description'), ...Object.values(node).flatMap(descriptions)];
}

describe('the page of the contract', () => {
  it('has an address for every requirement and every silence', () => {
    const missing = requirementIds.filter((id) => !addresses.has(getRequirementAddress(id)));
    expect(missing).toEqual([]);
  });

  it('contains no dead links', () => {
    const links = descriptions(page).flatMap((prose) =>
      [...prose.matchAll(/\]\((#[^)]*)\)/g)].map(([, link = '']) => link),
    );
    expect(links.length).toBeGreaterThan(500);
    expect([...new Set(links)].filter((link) => !addresses.has(link))).toEqual([]);
  });

  it('fills in every placeholder of the guide', () => {
    expect(descriptions(page).join('\n')).not.toMatch(/(?<!\$)\{\{/);
  });

  it('shows each operation in four languages', () => {
    const blocks = [...JSON.stringify(page).matchAll(/"x-codeSamples":\[(.+?)\]\}/g)];
    expect(JSON.stringify(page).match(/"x-codeSamples"/g)).toHaveLength(operationIds.length);
    for (const [samples] of blocks) {
      for (const label of ['curl', 'Client', 'fetch', 'Python']) expect(samples).toContain(label);
    }
  });

  it('puts every tag into exactly one group', () => {
    const groups = isArray(page['x-tagGroups']) ? page['x-tagGroups'].filter(isObject) : [];
    const grouped = groups.flatMap((group) => (isArray(group['tags']) ? group['tags'] : []));
    expect(grouped).toEqual(tags.map((tag) => tag['name']));
  });
});
