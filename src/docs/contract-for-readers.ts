/** The contract as its page shows it: with a guide, the ledger, and samples of every call. */
import { isArray, isObject, type Json, type JsonObject } from '../contract/json-pointer.ts';
import type { Operation } from '../contract/operations.ts';
import { areaOf } from '../contract/requirement-areas.ts';
import { readContract } from '../contract/spec.ts';
import { guide, opening } from './guide.ts';
import { nodeOf, openStatuses, textOf } from './operation-node.ts';
import { requirementLink, slug } from './page-address.ts';
import { type Chapter, requirementChapters } from './requirement-chapters.ts';
import { samplesOf } from './samples/index.ts';

/**
 * Returns the document that is rendered. The contract itself contains nothing that only readers need.
 */
export function contractForReaders(): JsonObject {
  const { document, operations } = readContract();
  const { info, tags, paths } = document;
  if (!isObject(info) || !isArray(tags) || !isObject(paths)) {
    throw new Error('The contract lacks its info, its tags or its paths.');
  }
  const before = guide();
  const behind = requirementChapters();
  return {
    ...document,
    info: { ...info, description: opening() },
    tags: [...before.map(tagOf), ...tags, ...behind.map(tagOf)],
    'x-tagGroups': [
      { name: 'Guide', tags: before.map(({ name }) => name) },
      {
        name: 'Reference',
        tags: tags.flatMap((tag) => (isObject(tag) ? [tag['name'] ?? ''] : [])),
      },
      { name: 'Requirements', tags: behind.map(({ name }) => name) },
    ],
    paths: Object.values(operations).reduce(withNotes, paths),
  };
}

function tagOf({ name, title, text }: Chapter): Json {
  return { name, 'x-displayName': title, description: text };
}

function withNotes(paths: JsonObject, operation: Operation): JsonObject {
  const { path, method, id } = operation;
  const item = paths[path];
  if (!isObject(item)) throw new Error(`The contract lacks ${path}.`);
  const noted = {
    ...nodeOf(operation),
    description: [textOf(operation, 'description'), ...notes(operation)].join('\n\n'),
    'x-codeSamples': samplesOf(id).map((sample) => ({ ...sample })),
  };
  return { ...paths, [path]: { ...item, [method.toLowerCase()]: noted } };
}

/** The requirements of an operation as folded links, and what is left open about it. */
function notes(operation: Operation): string[] {
  const silent = openStatuses(operation).map(([status, id]) => `${status} ${requirementLink(id)}`);
  const { title } = areaOf(operation.requirements[0] ?? 'path');
  const all = `[all about ${title.toLowerCase()}](#/open/${slug(title)})`;
  return [
    `<details><summary>Requirements: ${operation.requirements.length}</summary>\n\n${operation.requirements.map(requirementLink).join(' ')}\n\n</details>`,
    `**Left open:** ${[...silent, all].join(', ')}`,
  ];
}
