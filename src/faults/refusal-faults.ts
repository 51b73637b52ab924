/** Faults that follow from the documented refusals: let through, told otherwise, or only said. */
import { plain, ruled, type Documented, type Ruled } from './documented-refusals.ts';
import { doneAllTheSame, leaving, operating, refusing, type Fault } from './fault.ts';
import { taken } from './taken.ts';

/** Three for a refusal that hangs on a rule, two for any other. */
export function refusalFaults(): readonly Fault[] {
  return [
    ...ruled.flatMap((refusal) => [
      withoutRule(refusal),
      toldOtherwise(refusal),
      onlySaid(refusal),
    ]),
    ...plain.flatMap((refusal) => [
      ...(refusal.emptyWhenTaken === true ? [] : [letThrough(refusal)]),
      toldOtherwise(refusal),
    ]),
  ];
}

function named({ requirement }: Documented, what: string): string {
  return `${requirement.replaceAll('.', '-')}-${what}`;
}

function toldOtherwise(refusal: Documented): Fault {
  const { requirement, instead, shadows = [] } = refusal;
  return {
    name: named(refusal, `told-as-${instead}`),
    breaks: refusal.against ?? [requirement],
    shadows,
    says: `Where ${requirement} refuses, the status is ${instead}.`,
    override: refusing(requirement, () => ({ status: instead })),
  };
}

function withoutRule(refusal: Ruled): Fault {
  const { requirement, operation, lenient, keeps, shadows = [] } = refusal;
  return {
    name: named(refusal, 'let-through'),
    breaks: [requirement],
    shadows: [...shadows, ...keeps],
    says: `What ${requirement} refuses goes through.`,
    override: operating(operation, () => ({ rules: lenient })),
  };
}

/** Refused with the right words, and done all the same. */
function onlySaid(refusal: Ruled): Fault {
  const { requirement, operation, lenient, keeps, shadows = [] } = refusal;
  return {
    name: named(refusal, 'only-said'),
    breaks: keeps,
    shadows: [...shadows, requirement],
    says: `What ${requirement} refuses is done all the same.`,
    override: doneAllTheSame(operation, lenient, (refused) => refused.requirement === requirement),
  };
}

/** Answered as if it had been taken. Nothing is done, for what would be is not known. */
function letThrough(refusal: Documented): Fault {
  const { requirement, shadows = [] } = refusal;
  return {
    name: named(refusal, 'let-through'),
    breaks: refusal.against ?? [requirement],
    shadows,
    says: `What ${requirement} refuses is answered as if it were taken.`,
    override: leaving(async (left, asked, parts) => {
      if (left.headers['x-requirement'] !== requirement) return left;
      return (await taken(asked.operation, parts)) ?? left;
    }),
  };
}
