/** Checks every response of a sandbox against the contract. */
import { createShapeJudge, type ShapeJudge } from '../../contract/shapes.ts';
import type { AskedFor } from '../parts/index.ts';
import type { Answer } from '../present/index.ts';
import type { Alteration } from '../sandbox-options.ts';

let judge: ShapeJudge | undefined;

/**
 * Returns an alteration that changes nothing and checks every response just before it is sent.
 * @param report called for each place where a response contradicts the contract
 */
export function watchAnswers(report: (line: string) => void): Alteration {
  return {
    override: ({ transport }) => ({
      transport: async (answer, asked) => {
        const last = await transport(answer, asked);
        violations(last, asked).forEach(report);
        return last;
      },
    }),
  };
}

function violations({ status, text, headers }: Answer, { operation }: AskedFor): string[] {
  if (operation === undefined) return [];
  judge ??= createShapeJudge();
  const [mediaType = ''] = (headers['content-type'] ?? '').split(';');
  const shape = { operation, status, mediaType, text, body: bodyOf(text) };
  // The contract does not have what we answer when a disk or a store fails.
  if (status === 503 || status === 507) return [];
  return judge(shape).violations.map(
    ({ requirement, pointer, expected, actual }) =>
      `${operation} ${status} at ${pointer || '/'}: ${expected}, not ${actual} (${requirement})`,
  );
}

function bodyOf(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
