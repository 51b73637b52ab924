/** Checks the sandbox's own answers against the contract; a violation is logged, and the answer stays. */
import { createShapeJudge, type ShapeJudge } from '../../contract/shapes.ts';
import type { Contract } from '../../contract/spec.ts';
import type { Answer } from '../present/index.ts';
import type { SandboxParts } from '../parts/index.ts';

/** The number of answers of a kind that are remembered. */
const kept = 64;

/** Compiled once for a contract, because every sandbox asks the same of it. */
const judges = new WeakMap<Contract, ShapeJudge>();

/** @param report called for each place where an answer contradicts the contract */
export function answerWatch(
  contract: Contract,
  report: (line: string) => void,
): SandboxParts['watch'] {
  const judge = judges.get(contract) ?? createShapeJudge(contract);
  judges.set(contract, judge);
  // Judging costs as much as answering, so an answer that was in order is not judged again.
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
    // Refusals of what the document does not mention are ours and not in the contract.
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
