/** Reads YAML that people write, and names the line of an error. */
import { type Document, isNode, LineCounter, parseDocument } from 'yaml';
import { type SchemaError, findSchemaErrors } from './validators.ts';

/** The error for YAML that is malformed or does not fit its schema. The message starts with the file and the line. */
export class InvalidYaml extends Error {
  override readonly name = 'InvalidYaml';
}

export interface YamlFile {
  readonly document: Document;
  readonly content: unknown;
  /** Returns the beginning of a message: `bookdist.yaml:7: targets.staging.rate`. */
  readonly at: (...path: readonly string[]) => string;
}

/**
 * Parses YAML.
 * @param file the name for error messages
 * @param schema `failsafe` reads every scalar as a string
 * @throws InvalidYaml if the text is not YAML
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
    throw new InvalidYaml(`${file}:${line}: not valid YAML: ${error.message.split('\n')[0]}.`);
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
 * Checks a file against a JSON Schema. The descriptions of the schema must complete the sentence "takes …".
 * @param hint returns a sentence to add to the message
 * @throws InvalidYaml for the first error
 */
export function assertValid(
  { content, at }: Pick<YamlFile, 'content' | 'at'>,
  schema: object,
  hint: (error: SchemaError) => string = () => '',
): void {
  const [error] = findSchemaErrors(schema, content);
  if (error !== undefined) {
    throw new InvalidYaml(`${at(...error.path)} ${error.message}.${hint(error)}`);
  }
}
