/** Finds the parts of the contract that the request of a judged exchange checks. */
import type { ContractPart, ParameterParts } from '../../contract/parts/index.ts';
import { parseParameter } from '../../contract/requests/index.ts';
import type { Contract } from '../../contract/spec.ts';
import type { JudgedRequest } from '../../monitor/index.ts';
import { isBound, showsConstraint } from './constraints.ts';
import { readMediaType, readParameterText, type JudgedParts } from './judged-parts.ts';
import { createRefusalCoverage } from './refusal-coverage.ts';
import { createWalk, type WalkTools } from './walk-parts.ts';

/** Creates the function that notes what a request checks. */
export function createRequestCoverage(contract: Contract, tools: WalkTools) {
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
  const type = readMediaType(exchange.request.headers['content-type']);
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
  if (isAccepted) checklist.see(parameter.required, 'accepted');
  if (schema !== undefined && !checklist.isSettled(schema))
    walk(schema, parseParameter(text, type));
}
