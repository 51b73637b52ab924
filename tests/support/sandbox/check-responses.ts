/** Checks every response of a sandbox against the contract. */
import { createShapeJudge, type ShapeJudge } from '../../../src/contract/shapes.ts';
import type { RequestTarget } from '../../../src/sandbox/parts/index.ts';
import type { SandboxResponse } from '../../../src/sandbox/present/index.ts';
import type { Alteration } from '../../../src/sandbox/sandbox-options.ts';

let judge: ShapeJudge | undefined;

/**
 * Returns an alteration that changes nothing but checks every response just before it is sent.
 * @param report called for each place at which a response contradicts the contract
 */
export function checkResponses(report: (line: string) => void): Alteration {
  return {
    override: ({ transport }) => ({
      transport: async (response, target) => {
        const finalResponse = await transport(response, target);
        findViolations(finalResponse, target).forEach(report);
        return finalResponse;
      },
    }),
  };
}

function findViolations({ status, text, headers }: SandboxResponse, { operation }: RequestTarget) {
  if (operation === undefined) return [];
  judge ??= createShapeJudge();
  const [mediaType = ''] = (headers['content-type'] ?? '').split(';');
  const shape = { operation, status, mediaType, text, body: parseBody(text) };
  // The contract does not describe the responses to a failing disk or store.
  if (status === 503 || status === 507) return [];
  return judge(shape).violations.map(
    ({ requirement, pointer, expected, actual }) =>
      `${operation} ${status} at ${pointer || '/'}: ${expected}, not ${actual} (${requirement})`,
  );
}

function parseBody(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
