/** Records which parts of the contract the exchanges of a run check. */
import {
  readParts,
  summarizeCoverage,
  type ContractCoverage,
  type ContractPart,
  type ParameterParts,
  type OperationParts,
} from '../../contract/parts/index.ts';
import { readContract, type Contract } from '../../contract/spec.ts';
import {
  type JudgedRequest,
  type ObservedExchange,
  knownListParameters,
  readMediaType,
} from '../../monitor/index.ts';
import { parseParameter } from '../../contract/requests/index.ts';
import { createChecklist } from './checklist.ts';
import {
  createSchemaTests,
  isBound,
  showsConstraint,
  createWalk,
  type WalkTools,
} from './constraints.ts';
import { readParameterText, type JudgedParts, createRefusalCoverage } from './refusal-coverage.ts';

export interface CoverageRecorder {
  /** Notes an exchange that the monitor judged. @param request undefined for a route that the contract does not have */
  readonly record: (observed: ObservedExchange, request: JudgedRequest | undefined) => void;
  readonly coverage: () => ContractCoverage;
}

/** Creates a recorder that has seen no exchange. */
export function createCoverageRecorder(contract: Contract = readContract()): CoverageRecorder {
  const { all, operations, keyHeader } = readParts(contract);
  const checklist = createChecklist(all);
  const tools = { ...createSchemaTests(contract), document: contract.document, checklist };
  const noteRequest = createRequestCoverage(contract, tools);
  const noteResponse = createResponseCoverage(tools);
  return {
    record: ({ response, request: sent }, request) => {
      const parts = request && operations.get(request.question.call.operation);
      if (parts === undefined || request === undefined || response === undefined) return;
      const isMalformedJson = request.question.call.body.kind === 'malformed';
      noteResponse(parts, response, isMalformedJson && response.status === 400);
      // A failure of the service or the network says nothing about the request.
      if (response.status >= 500 || response.status === 429) return;
      noteRequest({ parts, request });
      const hasKeyHeader = Object.keys(sent.headers).some(
        (name) => name.toLowerCase() === contract.keyHeader,
      );
      const mustBeAccepted = request.validity === 'must-be-accepted';
      if (hasKeyHeader && mustBeAccepted) checklist.see(keyHeader, 'accepted');
    },
    coverage: () => summarizeCoverage(contract, checklist.missing),
  };
}

/** Creates the function that notes what a request checks. */
function createRequestCoverage(contract: Contract, tools: WalkTools) {
  const { checklist } = tools;
  const noteRefusal = createRefusalCoverage(contract, tools);
  const walks = {
    'must-be-accepted': createRequestWalk(tools, 'must-be-accepted'),
    'must-be-refused': createRequestWalk(tools, 'must-be-refused'),
    open: createRequestWalk(tools, 'open'),
  };
  return (judged: JudgedParts): void => {
    const { parts, request } = judged;
    const { call } = request.question;
    const walk = walks[request.validity];
    if (request.validity !== 'open') checklist.see(parts.operation, 'sent');
    if (request.validity === 'must-be-accepted') noteAcceptance(judged, tools);
    for (const parameter of parts.parameters) noteParameter(parameter, judged, { tools, walk });
    const content = parts.requestContent.get('application/json');
    if (call.body.kind === 'json' && call.type === 'json' && content?.schema !== undefined) {
      walk(content.schema, call.body.value);
    }
    noteRefusal(judged);
  };
}

function createRequestWalk(
  { checklist, satisfies, ...tools }: WalkTools,
  validity: JudgedRequest['validity'],
) {
  const isAccepted = validity === 'must-be-accepted';
  const seeConstraint = (part: ContractPart, value: unknown): void => {
    if (isAccepted && checklist.isMissing(part, 'accepted') && showsConstraint(part, value)) {
      if (satisfies(part, value)) checklist.see(part, 'accepted');
    }
    if (!checklist.isMissing(part, 'tried')) return;
    const isTried =
      part.value === 'null' || part.keyword === 'type'
        ? showsConstraint(part, value) === (part.value === 'null')
        : !isBound(part) && !satisfies(part, value);
    if (isTried) checklist.see(part, 'tried');
  };
  return createWalk(
    { ...tools, checklist, satisfies },
    {
      constraint: seeConstraint,
      presence: (part, isPresent) => {
        if (isAccepted) checklist.see(part, isPresent ? 'accepted' : 'left out');
        if (!isPresent) checklist.see(part, 'tried');
      },
      property: (part) => {
        if (validity !== 'open') checklist.see(part, 'sent');
      },
    },
  );
}

/** Notes the credentials, the type and the body of a request that must be accepted. */
function noteAcceptance({ parts, request }: JudgedParts, { checklist }: WalkTools): void {
  const { exchange, call } = request.question;
  const isKeyed = exchange.request.key !== 'none';
  if (isKeyed === parts.security.needs.includes('refused'))
    checklist.see(parts.security, 'accepted');
  const type = readMediaType(exchange.request);
  const content = parts.requestContent.get(type) ?? parts.requestContent.get('*/*');
  checklist.see(content?.part, 'accepted');
  if (call.body.kind !== 'none') checklist.see(parts.requiredBody, 'accepted');
}

interface ParameterTools {
  readonly tools: WalkTools;
  readonly walk: ReturnType<typeof createWalk>;
}

function noteParameter(
  parameter: ParameterParts,
  { request }: JudgedParts,
  { tools: { checklist }, walk }: ParameterTools,
): void {
  const { part, schema, type } = parameter;
  const text = readParameterText(parameter, request);
  const isAccepted = request.validity === 'must-be-accepted';
  if (text === undefined) {
    if (isAccepted) checklist.see(parameter.default, 'left out');
    return;
  }
  if (request.validity !== 'open') checklist.see(part, 'sent');
  if (knownListParameters.includes(parameter.name)) checklist.see(part, 'understood');
  if (isAccepted) checklist.see(parameter.required, 'accepted');
  if (schema !== undefined && !checklist.isSettled(schema))
    walk(schema, parseParameter(text, type));
}

type Response = NonNullable<ObservedExchange['response']>;

/** Creates the function that notes what a response shows. @param isBodyOpen true if the form of its body is not judged */
function createResponseCoverage(tools: WalkTools) {
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
    const { status, body } = response;
    const documented =
      responses.get(String(status)) ??
      responses.get(`${Math.floor(status / 100)}XX`) ??
      responses.get('default');
    checklist.see(documented?.part, 'shown');
    if (documented === undefined || isBodyOpen) return;
    const mediaType = readMediaType(response);
    const exact = documented.content.get(mediaType);
    checklist.see(exact?.part, 'shown');
    if (body === undefined) return;
    // As in the judging of shapes, another media type is judged by the first documented one.
    const content = exact ?? [...documented.content.values()][0];
    if (content?.schema !== undefined) walk(content.schema, body);
  };
}
