/** The document of the control API: its routes, and checks of their request bodies. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import {
  escape,
  follow,
  isArray,
  isObject,
  type Json,
  type JsonObject,
} from '../../contract/json-pointer.ts';
import { createCompiler } from '../../contract/validators.ts';

export interface ControlRoute {
  readonly operationId: string;
  /** In upper case. */
  readonly method: string;
  /** With parameters as `:name`. */
  readonly path: string;
  /** True if no token is needed. */
  readonly isPublic: boolean;
  /** True if the operation has a JSON body. */
  readonly hasJsonBody: boolean;
  /** Returns what is wrong with a body, or undefined. */
  readonly check: (body: unknown) => string | undefined;
}

const file = new URL('../../../openapi/sandbox-control.yaml', import.meta.url);

/** Returns the text of the document. */
export function readControlDocument(): string {
  return readFileSync(file, 'utf8');
}

/** Returns every route of the document. */
export function readControlRoutes(): readonly ControlRoute[] {
  const document: unknown = parse(readControlDocument());
  if (!isObject(document)) throw new Error('openapi/sandbox-control.yaml is not an object.');
  const compile = createCompiler({ document });
  return getObjectEntries(document['paths']).flatMap(([path, item]) =>
    getObjectEntries(item).map(([method, operation]) => {
      const place = `#/paths/${escape(path)}/${method}`;
      const schema = `${place}/requestBody/content/application~1json/schema`;
      const hasJsonBody = follow(document, schema) !== undefined;
      const { operationId, security } = operation;
      return {
        operationId: typeof operationId === 'string' ? operationId : '',
        method: method.toUpperCase(),
        path: path.replaceAll(/\{(\w+)\}/g, ':$1'),
        // In the document, only operations without a token have a list of their own: an empty one.
        isPublic: isArray(security),
        hasJsonBody,
        check: (value) => (hasJsonBody ? describeMismatch(compile(schema), value) : undefined),
      };
    }),
  );
}

function describeMismatch(validate: ReturnType<ReturnType<typeof createCompiler>>, value: unknown) {
  if (validate(value)) return undefined;
  const { instancePath = '', message = 'is not as described' } = validate.errors?.at(-1) ?? {};
  return `${instancePath === '' ? 'The body' : instancePath.slice(1)} ${message}.`;
}

function getObjectEntries(value: Json | undefined): [string, JsonObject][] {
  return isObject(value)
    ? Object.entries(value).flatMap(([key, inner]) => (isObject(inner) ? [[key, inner]] : []))
    : [];
}
