/** Finds the parts of the contract that the response of an exchange shows. */
import type { OperationParts } from '../../contract/parts/index.ts';
import { isJsonType } from '../../contract/shapes.ts';
import type { ObservedExchange } from '../../monitor/index.ts';
import { showsConstraint } from './constraints.ts';
import { readMediaType } from './judged-parts.ts';
import { createWalk, type WalkTools } from './walk-parts.ts';

type Response = NonNullable<ObservedExchange['response']>;

/** Creates the function that notes what a response shows. @param isBodyOpen true if the form of its body is not judged */
export function createResponseCoverage(tools: WalkTools) {
  const { checklist } = tools;
  const walk = createWalk(tools, {
    constraint: (part, value) => {
      if (!checklist.isMissing(part, 'shown')) return;
      // Any present value is compared with a `const`.
      if (part.keyword === 'const' || showsConstraint(part, value)) checklist.see(part, 'shown');
    },
    presence: (part, isPresent) => {
      checklist.see(part, 'shown');
      if (!isPresent) checklist.see(part, 'absent');
    },
    property: (part) => checklist.see(part, 'shown'),
  });
  return ({ responses }: OperationParts, response: Response, isBodyOpen: boolean): void => {
    const { status, headers, body } = response;
    const documented =
      responses.get(String(status)) ??
      responses.get(`${Math.floor(status / 100)}XX`) ??
      responses.get('default');
    checklist.see(documented?.part, 'shown');
    if (documented === undefined || isBodyOpen) return;
    const mediaType = readMediaType(headers['content-type']);
    const exact = documented.content.get(mediaType);
    checklist.see(exact?.part, 'shown');
    if (body === undefined || !isJsonType(mediaType)) return;
    // As in the judging of shapes, another media type is judged by the first documented one.
    const content = exact ?? [...documented.content.values()][0];
    if (content?.schema !== undefined) walk(content.schema, body);
  };
}
