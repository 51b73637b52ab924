/** Reads YAML that people write, and names the line of what does not fit. */
import { type Document, isNode, LineCounter, parseDocument } from 'yaml';
import { type SchemaError, findSchemaErrors } from './fits.ts';

/** YAML that is broken or does not fit its schema. The message is one sentence that starts with file and line. */
export class InvalidYaml extends Error {
  override readonly name = 'UnfitYaml';
}

export interface YamlFile {
  readonly document: Document;
  readonly content: unknown;
  /** Returns the beginning of a message: `bookdist.yaml:7: targets.staging.rate`. */
  readonly at: (...path: readonly string[]) => string;
}

/**
 * Parses YAML.
 * @param file only named in errors
 * @param schema `failsafe` reads every scalar as text
 * @throws UnfitYaml when it is not YAML
 */
export function readYaml(
  text: string,
  file: string,
  schema: 'core' | 'failsafe' = 'core',
): YamlFile {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: false, schema });
  const [error] = document.errors;
  if (error !== undefined) {
    const { line } = lineCounter.linePos(error.pos[0]);
    throw new InvalidYaml(`${file}:${line}: this is not YAML: ${error.message.split('\n')[0]}.`);
  }
  const findLine = (path: readonly string[]): string => {
    const node: unknown = path.length === 0 ? document.contents : document.getIn(path, true);
    if (isNode(node) && node.range) return `:${lineCounter.linePos(node.range[0]).line}`;
    return path.length === 0 ? '' : findLine(path.slice(0, -1));
  };
  return {
    document,
    content: document.toJS(),
    at: (...path) => `${file}${findLine(path)}: ${path.join('.') || 'the file'}`,
  };
}

/**
 * Checks a file against a JSON Schema whose descriptions complete "takes …".
 * @param hint what to add to the message
 * @throws UnfitYaml for the first mistake
 */
export function assertValid(
  { content, at }: Pick<YamlFile, 'content' | 'at'>,
  schema: object,
  hint: (misfit: SchemaError) => string = () => '',
): void {
  const [first] = findSchemaErrors(schema, content);
  if (first !== undefined) {
    throw new InvalidYaml(`${at(...first.path)} ${first.message}.${hint(first)}`);
  }
}
