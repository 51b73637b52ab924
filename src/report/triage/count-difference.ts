/** Says that a response shows too few or too many of something, without the numbers, which differ from run to run. */
import type { FindingRow } from '../record/index.ts';

/** Returns `too few grants` for `3 grants` and `2 grants`; undefined if the two sides do not count the same things. */
export function describeCountDifference({ expected, actual }: FindingRow): string | undefined {
  const [wanted, shown] = [readCount(expected), readCount(actual)];
  if (wanted === undefined || wanted.noun !== shown?.noun || wanted.number === shown.number)
    return undefined;
  return `${shown.number < wanted.number ? 'too few' : 'too many'} ${wanted.noun}s`;
}

function readCount(side: string) {
  const [, number = '', noun = ''] =
    /^(?:at (?:most|least) )?([\d,]+) ([a-z]+?)s?\b/.exec(side) ?? [];
  return noun === '' ? undefined : { number: Number(number.replaceAll(',', '')), noun };
}
