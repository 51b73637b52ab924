/** Creates the contract for the docs page: with a guide, the ledger and samples of every call. */
import { isArray, isObject, type Json, type JsonObject } from '../contract/json-pointer.ts';
import type { Operation } from '../contract/operations.ts';
import { findArea } from '../contract/requirement-areas.ts';
import { isRequirementId, requirement } from '../contract/requirements.ts';
import { readContract } from '../contract/spec.ts';
import { writeGuide, readOpening } from './guide.ts';
import { getOperationNode, listOpenStatuses, getOperationText } from './operation-node.ts';
import {
  linkRequirement,
  toSlug,
  type DocsChapter,
  createRequirementChapters,
} from './requirement-chapters.ts';
import { createSamples } from './samples/samples.ts';

/**
 * Returns the OpenAPI document to render. It adds what only readers need, which the contract itself does not contain.
 */
export function createReaderContract(): JsonObject {
  const { document, operations } = readContract();
  const { info, tags, paths } = document;
  if (!isObject(info) || !isArray(tags) || !isObject(paths)) {
    throw new Error('The contract lacks its info, its tags or its paths.');
  }
  const guideChapters = writeGuide();
  const requirementChapters = createRequirementChapters();
  return {
    ...document,
    info: { ...info, description: readOpening() },
    tags: [...guideChapters.map(toTag), ...tags, ...requirementChapters.map(toTag)],
    'x-tagGroups': [
      { name: 'Guide', tags: guideChapters.map(({ name }) => name) },
      {
        name: 'Reference',
        tags: tags.flatMap((tag) => (isObject(tag) ? (tag['name'] ?? []) : [])),
      },
      { name: 'Requirements', tags: requirementChapters.map(({ name }) => name) },
    ],
    paths: Object.values(operations).reduce(addNotes, paths),
  };
}

function toTag({ name, title, text }: DocsChapter): Json {
  return { name, 'x-displayName': title, description: text };
}

function addNotes(paths: JsonObject, operation: Operation): JsonObject {
  const { path, method, id } = operation;
  const item = paths[path];
  if (!isObject(item)) throw new Error(`The contract lacks ${path}.`);
  const text = getOperationText(operation, 'description');
  const describedNode = {
    ...getOperationNode(operation),
    description: [text, ...createRequirementNotes(operation)].join('\n\n'),
    'x-codeSamples': createSamples(id).map((sample) => ({ ...sample })),
  };
  return { ...paths, [path]: { ...item, [method.toLowerCase()]: describedNode } };
}

/** Returns the requirements of an operation as sentences in a closed `details` element, and links to its silences. */
function createRequirementNotes(operation: Operation): string[] {
  const openStatusLinks = listOpenStatuses(operation).map(
    ([status, id]) => `${status} ${linkRequirement(id)}`,
  );
  const { title } = findArea(operation.requirements[0] ?? 'path');
  const allLink = `[all about ${title.toLowerCase()}](#/open/${toSlug(title)})`;
  const statements = operation.requirements
    .filter(isRequirementId)
    .map((id) => `- ${requirement(id).says} ${linkRequirement(id)}`);
  return [
    `<details><summary>Requirements: ${statements.length}</summary>\n\n${statements.join('\n')}\n\n</details>`,
    `**Left open:** ${[...openStatusLinks, allLink].join(', ')}`,
  ];
}
