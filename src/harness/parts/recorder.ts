/** Records which parts of the contract the exchanges of a run check. */
import { readParts, summarizeCoverage, type ContractCoverage } from '../../contract/parts/index.ts';
import { readContract, type Contract } from '../../contract/spec.ts';
import type { JudgedRequest, ObservedExchange } from '../../monitor/index.ts';
import { createChecklist } from './checklist.ts';
import { createSchemaTests } from './constraints.ts';
import { createRequestCoverage, createResponseCoverage } from './request-coverage.ts';

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
