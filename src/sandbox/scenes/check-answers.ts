/** Checks every response of a sandbox against the contract. */
import { createShapeJudge, type ShapeJudge } from '../../contract/shapes.ts';
import type { RequestTarget } from '../parts/index.ts';
import type { Answer } from '../present/index.ts';
import type { Alteration } from '../sandbox-options.ts';

let judge: ShapeJudge | undefined;

/**
 * Returns an alteration that changes nothing and checks every response just before it is sent.
 * @param report called for each place where a response contradicts the contract
 */
export function checkAnswers(report: (line: string) => void): Alteration {
  return {
    override: ({ transport }) => ({
      transport: async (answer, target) => {
        const finalAnswer = await transport(answer, target);
        findViolations(finalAnswer, target).forEach(report);
        return finalAnswer;
      },
    }),
  };
}

function findViolations({ status, text, headers }: Answer, { operation }: RequestTarget): string[] {
  if (operation === undefined) return [];
  judge ??= createShapeJudge();
  const [mediaType = ''] = (headers['content-type'] ?? '').split(';');
  const shape = { operation, status, mediaType, text, body: parseBody(text) };
  // The contract does not have what we answer when a disk or a store fails.
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
