/** The JSON Schema of every documented answer, whole, for a tool that would otherwise go by an example. */

import { asNode, at, entries, everywhere, resolved, type Node } from '../tree.ts';

const draft = 'http://json-schema.org/draft-07/schema#';

/** By method, path template and status: `GET /books 200`. */
export function answerSchemas(contract: unknown): Record<string, unknown> {
  const schemas: Record<string, unknown> = {};
  for (const [path, operations] of entries(at(contract, 'paths'))) {
    for (const [method, operation] of entries(operations)) {
      for (const [status, answer] of entries(at(operation, 'responses'))) {
        const [media] = entries(at(resolved(answer, contract), 'content'));
        const schema = at(media?.[1], 'schema');
        const name = `${method.toUpperCase()} ${path} ${status}`;
        if (schema !== undefined) {
          schemas[name] = { $schema: draft, ...asNode(everywhere(schema, withoutExamples)) };
        }
      }
    }
  }
  return schemas;
}

/** Examples of the newest draft say nothing to an older validator. */
function withoutExamples({ examples: _examples, ...rest }: Node): Node {
  return rest;
}
