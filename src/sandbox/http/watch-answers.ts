/** Checks the sandbox's own responses against the contract. It logs violations and does not change the response. */
import { createShapeJudge, type ShapeJudge } from '../../contract/shapes.ts';
import type { Contract } from '../../contract/spec.ts';
import type { Answer } from '../present/index.ts';
import type { SandboxParts } from '../parts/index.ts';

/** The number of correct responses of each kind that are remembered. */
const kept = 64;

/** One for each contract, because compiling its schemas takes long. */
const judges = new WeakMap<Contract, ShapeJudge>();

/** @param report called for each place where an answer contradicts the contract */
export function answerWatch(
  contract: Contract,
  report: (line: string) => void,
): SandboxParts['watch'] {
  const judge = judges.get(contract) ?? createShapeJudge(contract);
  judges.set(contract, judge);
  // Checking a response costs as much as making it, so a correct one is not checked again.
  const inOrder = new Map<string, Set<string>>();
  const seen = new WeakSet<Answer>();
  return (answer, { operation }) => {
    if (operation === undefined || seen.has(answer)) return;
    const { status, text, headers } = answer;
    const [mediaType = ''] = (headers['content-type'] ?? '').split(';');
    const kind = `${operation} ${status} ${mediaType}`;
    const known = inOrder.get(kind) ?? new Set();
    if (known.has(text)) return;
    const shape = { operation, status, mediaType, text, body: bodyOf(text) };
    const { violations, documented } = judge(shape);
    // The contract does not have our refusals of requests that the document does not mention.
    const ours = !documented && (status < 500 ? status >= 400 : status === 503 || status === 507);
    for (const { requirement, pointer, expected, actual } of ours ? [] : violations) {
      report(
        `${operation} ${status} at ${pointer || '/'}: ${expected}, not ${actual} (${requirement})`,
      );
    }
    if (known.size >= kept) known.clear();
    if (violations.length > 0) return;
    inOrder.set(kind, known.add(text));
    seen.add(answer);
  };
}

function bodyOf(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
