/** Reads the text of known-drifts.yaml strictly, and adds entries without changing existing lines. */
import { isSeq, Scalar, YAMLSeq } from 'yaml';
import { requirementIds } from '../../contract/requirements.ts';
import { assertValid, readYaml, InvalidYaml } from '../../contract/yaml-file.ts';
import type { KnownDrift } from '../record/index.ts';

const headComment = ` Temporarily accepted drifts of the service. Each entry counts from the moment its
 reason is filled in until its date. After that date, or when the drift is fixed, the run fails.`;

const daySchema = { description: 'a day such as 2027-01-31', type: 'string', format: 'date' };
const stringSchema = { description: 'a string', type: 'string' };

const fingerprintRule = { description: 'twelve hexadecimal digits', pattern: '^[0-9a-f]{12}$' };

/** The JSON Schema of known-drifts.yaml. Its descriptions complete error messages of the form "takes …". */
export const knownDriftsSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Known drifts of bookdist',
  description: 'a list, one entry per fingerprint',
  type: 'array',
  items: {
    description: 'a map with a fingerprint',
    type: 'object',
    required: ['fingerprint', 'requirement', 'reason', 'since', 'until'],
    additionalProperties: false,
    properties: {
      fingerprint: { ...stringSchema, ...fingerprintRule },
      requirement: { description: 'the id of a requirement', enum: requirementIds },
      reason: stringSchema,
      since: daySchema,
      until: daySchema,
      target: stringSchema,
      flaky: {
        description: 'true if the drift comes and goes',
        // The reader gets every value as a string, and an editor a boolean.
        enum: ['true', 'false', true, false],
      },
    },
  },
};

/**
 * Reads the entries. Every value is a string: `012345678901` and `1234567890e1` are fingerprints, not numbers.
 * @param file the name of the file, for errors
 * @throws InvalidYaml at the first invalid entry
 */
export function readKnownDrifts(text: string, file: string): KnownDrift[] {
  const yaml = readYaml(text, file, 'failsafe');
  // A file with only comments is a list without entries.
  const content = yaml.document.contents === null ? [] : yaml.content;
  assertValid({ ...yaml, content }, knownDriftsSchema);
  if (!isEntryList(content)) throw new InvalidYaml(`${yaml.at()} is not a list.`);
  const keys = new Set<string>();
  return content.map(({ target, flaky, ...entry }) => {
    const key = `${entry.fingerprint} ${target}`;
    if (keys.has(key)) throw new InvalidYaml(`${file}: ${entry.fingerprint} is listed twice.`);
    keys.add(key);
    const isFlaky = String(flaky) === 'true';
    return {
      ...entry,
      reason: entry.reason.trim(),
      ...(target && { target }),
      ...(isFlaky && { flaky: true }),
    };
  });
}

/** Checks only that the content is a list, because the schema has checked each entry. */
function isEntryList(content: unknown): content is KnownDrift[] {
  return Array.isArray(content);
}

export interface DescribedEntry {
  readonly entry: KnownDrift;
  readonly says: string;
}

/**
 * Returns the text with entries added at its end. Everything else stays.
 * @param text the content of the file; undefined if it does not exist yet
 */
export function appendEntries(
  text: string | undefined,
  newEntries: readonly DescribedEntry[],
  file: string,
): string {
  const { document } = readYaml(text ?? '', file);
  const list = isSeq(document.contents) ? document.contents : new YAMLSeq();
  if (text === undefined) document.commentBefore = headComment;
  for (const { entry, says } of newEntries) {
    const node = document.createNode({
      ...entry,
      fingerprint: quote(entry.fingerprint),
      reason: quote(entry.reason),
    });
    node.commentBefore = ` ${says}`;
    node.spaceBefore = list.items.length > 0;
    list.add(node);
  }
  list.flow = false;
  document.contents = list;
  return document.toString({ lineWidth: 0 });
}

/** Returns a quoted value, because YAML would read some fingerprints as numbers and an empty value as null. */
function quote(text: string): Scalar<string> {
  const scalar = new Scalar(text);
  scalar.type = Scalar.QUOTE_SINGLE;
  return scalar;
}
