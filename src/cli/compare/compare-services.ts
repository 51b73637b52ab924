/** Compares what two services did in the same histories: verdicts and answers, never ids, times or the order of calls. */
import { provenVerdicts, type Report, type SilenceRow } from '../../report/record/index.ts';
import { toPlainText, truncate } from '../../report/wording/index.ts';

/** One requirement or silence on which the services differ. */
export interface ServiceDifference {
  /** The id of the requirement or the silence. */
  readonly id: string;
  readonly says: string;
  /** The operation that answered differently; absent for a verdict. */
  readonly operation?: string;
  readonly first: string;
  readonly second: string;
}

export interface ServiceComparison {
  readonly differences: readonly ServiceDifference[];
  /** The number of requirements and of answers that both runs decided. */
  readonly compared: { readonly requirements: number; readonly answers: number };
  /** The number of requirements and silences that only one of the runs decided. */
  readonly oneSided: number;
}

/** In characters. The reports have the full texts. */
const maxSideLength = 120;

/** Each run may get other listed statuses, so they are no answer of the service to compare. */
const skippedSilence = 'codes-per-endpoint';

export function compareServices(first: Report, second: Report): ServiceComparison {
  const [verdicts, verdictsElsewhere] = [listVerdicts(first), listVerdicts(second)];
  const [answers, answersElsewhere] = [listAnswers(first), listAnswers(second)];
  const bothVerdicts = pairUp(verdicts, verdictsElsewhere);
  const bothAnswers = pairUp(answers, answersElsewhere);
  return {
    differences: [...bothVerdicts, ...bothAnswers]
      .filter(([a, b]) => isDifferent(a, b))
      .map(([a, b]) => ({ ...a.place, first: a.words, second: b.words })),
    compared: { requirements: bothVerdicts.length, answers: bothAnswers.length },
    oneSided:
      verdicts.size +
      verdictsElsewhere.size -
      2 * bothVerdicts.length +
      (answers.size + answersElsewhere.size - 2 * bothAnswers.length),
  };
}

/** What one run decided about a requirement or a silence. */
interface Decision {
  readonly place: Pick<ServiceDifference, 'id' | 'says' | 'operation'>;
  /** What is compared. */
  readonly values: readonly string[];
  readonly words: string;
  /** True if a run need not show all of the values, such as every form of a drift. */
  readonly isSample: boolean;
}

function isDifferent(a: Decision, b: Decision): boolean {
  const common = a.values.filter((value) => b.values.includes(value)).length;
  return a.isSample ? common === 0 : common < Math.max(a.values.length, b.values.length);
}

function pairUp(
  first: ReadonlyMap<string, Decision>,
  second: ReadonlyMap<string, Decision>,
): [Decision, Decision][] {
  return [...first].flatMap(([key, a]): [Decision, Decision][] => {
    const b = second.get(key);
    return b === undefined ? [] : [[a, b]];
  });
}

function listVerdicts({ requirements, findings }: Report): Map<string, Decision> {
  const proven = requirements.filter(({ verdict }) => provenVerdicts.has(verdict));
  return new Map(
    proven.map(({ id, says }): [string, Decision] => {
      const drifts = findings.filter(({ requirement }) => requirement === id);
      const [drift] = drifts;
      const sides = drift && `expected ${drift.expected}, got ${drift.actual}`;
      return [
        id,
        {
          place: { id, says },
          values: drift ? drifts.map(({ fingerprint }) => fingerprint) : ['conforms'],
          words: sides === undefined ? 'conforms' : `drifts: ${shorten(sides)}`,
          isSample: true,
        },
      ];
    }),
  );
}

/** Returns the answers by silence and operation. */
function listAnswers({ silences }: Report): Map<string, Decision> {
  const rows = silences.filter(({ id }) => id !== skippedSilence).flatMap(groupByOperation);
  return new Map(rows.map((row) => [`${row.place.id} ${row.place.operation ?? ''}`, row]));
}

function groupByOperation({ id, says, answers }: SilenceRow): Decision[] {
  const operations = new Set(answers.map(({ operation }) => operation));
  return [...operations].map((operation) => {
    const own = answers.filter((answer) => answer.operation === operation);
    const values = [...new Set(own.map(({ answer }) => answer))].toSorted();
    const place = { id, says, ...(operation !== undefined && { operation }) };
    return { place, values, words: shorten(values.join(' and ')), isSample: false };
  });
}

function shorten(text: string): string {
  return truncate(toPlainText(text), maxSideLength);
}
