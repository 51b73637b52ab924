/** The Hono app of the control API: the routes of its OpenAPI document, their checks, and its web page. */
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { parse } from 'yaml';
import { Hono, type Context } from 'hono';
import {
  escape,
  follow,
  isArray,
  isObject,
  type Json,
  type JsonObject,
} from '../../contract/json-pointer.ts';
import { createCompiler } from '../../contract/validators.ts';
import { html } from '../../design/pieces.ts';
import { renderPage } from '../../design/page-frame.ts';
import { controlScript } from '../../generated/control-script.ts';
import { isSameSecret } from '../book/index.ts';
import { ControlError } from './scope.ts';
import { controlOperations, type ControlTools } from './control-operations.ts';

const file = new URL('../../../openapi/sandbox-control.yaml', import.meta.url);

const readControlDocument = () => readFileSync(file, 'utf8');

/** Returns every route of the document: `isPublic` means that it needs no token. */
export function readControlRoutes() {
  const document: unknown = parse(readControlDocument());
  if (!isObject(document)) throw new Error('openapi/sandbox-control.yaml is not an object.');
  // One error is enough for an answer, and a large body can have any number of them.
  const compile = createCompiler({ document }, { allErrors: false });
  return getObjectEntries(document['paths']).flatMap(([path, item]) =>
    getObjectEntries(item).map(([method, operation]) => {
      const place = `#/paths/${escape(path)}/${method}`;
      const schema = `${place}/requestBody/content/application~1json/schema`;
      const hasJsonBody = follow(document, schema) !== undefined;
      const { operationId, security } = operation;
      return {
        operationId: typeof operationId === 'string' ? operationId : '',
        method: method.toUpperCase(),
        // With parameters as `:name`.
        path: path.replaceAll(/\{(\w+)\}/g, ':$1'),
        // In the document, only operations without a token have a list of their own: an empty one.
        isPublic: isArray(security),
        hasJsonBody,
        /** Returns what is wrong with a body, or undefined. */
        check: (value: unknown) =>
          hasJsonBody ? describeMismatch(compile(schema), value) : undefined,
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

/** @param needsToken true if the page asks for the token before it calls the API */
function renderControlPage(needsToken: boolean): string {
  return renderPage({
    title: 'Sandbox',
    description: 'A running sandbox: its requests, its books, its clock, and how it behaves.',
    band: html`<h1>Sandbox</h1>`,
    links: ['Requests', 'Books', 'Clock', 'Behaviour', 'Chaos', 'Content'].map((name) => ({
      id: name.toLowerCase(),
      name,
    })),
    main: html`<noscript>
        This page needs JavaScript, because everything on it comes from the running sandbox.
        <a href="openapi.yaml">The control API</a> gives the same to programs.
      </noscript>
      <div id="app" ${needsToken && 'data-locked'}></div>`,
    style: readFileSync(new URL('page/page.css', import.meta.url), 'utf8'),
    script: controlScript,
  });
}

interface ControlOptions extends ControlTools {
  /** The bearer token that callers send; undefined if none is needed. */
  readonly token: string | undefined;
  readonly report: (line: string) => void;
}

/** The page itself has a policy for its parts. */
const pageHeaders = {
  'content-security-policy': "frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

/** The largest JSON body, and the longest line of an import, in bytes. An import can have any number of lines. */
const byteLimit = 4 * 1024 * 1024;

const newline = 0x0a;

/** The operations that change settings which the processes of a shared store have in common. */
const sharedOperations = new Set(['setClock', 'advanceClock', 'setChaos', 'setBehaviour', 'reset']);

export function createControlApp({ token, report, ...tools }: ControlOptions): Hono {
  const app = new Hono();
  app.get('/openapi.yaml', (context) =>
    context.body(readControlDocument(), 200, { 'content-type': 'application/yaml' }),
  );
  app.get('/', (context) => context.html(renderControlPage(token !== undefined), 200, pageHeaders));
  for (const route of readControlRoutes()) {
    const operation = controlOperations[route.operationId];
    if (operation === undefined) throw new Error(`No function implements ${route.operationId}.`);
    app.on(route.method, route.path, async (context) => {
      checkOrigin(context);
      if (!route.isPublic) checkToken(context, token);
      const call = {
        param: (name: string) => context.req.param(name) ?? '',
        query: (name: string) => context.req.query(name),
        body: await readBody(context, route),
        lines: () => readLines(context),
      };
      const { control } = tools.sandbox;
      if (sharedOperations.has(route.operationId)) {
        return control.change(() => operation(call, tools));
      }
      if (!route.isPublic) await control.refresh();
      return operation(call, tools);
    });
  }
  const unknownOperation = { message: 'The control API has no such operation.' };
  app.notFound((context) => context.json(unknownOperation, 404));
  app.onError((error) => {
    if (error instanceof ControlError) {
      return Response.json({ message: error.message }, { status: error.status });
    }
    report(error.stack ?? error.message);
    return Response.json({ message: 'The sandbox failed; its log says why.' }, { status: 500 });
  });
  return app;
}

function checkOrigin({ req }: Context): void {
  const origin = req.header('origin');
  if (origin === undefined || origin === new URL(req.url).origin) return;
  throw new ControlError(403, 'The control API does not answer web pages of other origins.');
}

function checkToken({ req }: Context, token: string | undefined): void {
  if (token === undefined) return;
  if (isSameSecret(req.header('authorization') ?? '', `Bearer ${token}`)) return;
  throw new ControlError(401, 'Send the token of the control API as a bearer token.');
}

async function readBody(
  { req }: Context,
  route: ReturnType<typeof readControlRoutes>[number],
): Promise<unknown> {
  if (!route.hasJsonBody) return undefined;
  if (!/^application\/json\b/i.test(req.header('content-type') ?? '')) {
    throw new ControlError(400, 'Send JSON, with the Content-Type application/json.');
  }
  const chunks: Uint8Array[] = [];
  for await (const chunk of limitBody(req, false)) chunks.push(chunk);
  let body: unknown;
  try {
    body = JSON.parse(Buffer.concat(chunks).toString());
  } catch {
    throw new ControlError(400, 'The body is not JSON.');
  }
  const problem = route.check(body);
  if (problem !== undefined) throw new ControlError(400, problem);
  return body;
}

function readLines({ req }: Context): AsyncIterable<string> {
  if (!/^application\/(jsonl|x-ndjson)\b/i.test(req.header('content-type') ?? '')) {
    throw new ControlError(415, 'Send lines of JSON, with the Content-Type application/jsonl.');
  }
  return createInterface({ input: Readable.from(limitBody(req, true)), crlfDelay: Infinity });
}

/**
 * Passes a body on, until it or one of its lines is too long. Then reads the rest before it throws, because a client that
 * is still sending could not read the refusal.
 */
async function* limitBody({ raw }: Context['req'], hasLines: boolean): AsyncGenerator<Uint8Array> {
  let length = 0;
  let isTooLong = false;
  for await (const chunk of raw.body ?? []) {
    const end = hasLines ? chunk.indexOf(newline) : -1;
    isTooLong ||= length + (end === -1 ? chunk.length : end) > byteLimit;
    if (!isTooLong) yield chunk;
    length = end === -1 ? length + chunk.length : chunk.length - chunk.lastIndexOf(newline) - 1;
  }
  const limit = `A body, or a line of an import, has at most ${byteLimit} bytes.`;
  if (isTooLong) throw new ControlError(413, limit);
}
