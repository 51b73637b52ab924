/** Faults that follow from the documented refusals: another status, no refusal, or a refusal that does not stop the request. */
import { plain, ruled, type Documented, type Ruled } from './documented-refusals.ts';
import { refusedButDoneBy, changingResponses, operating, refusing, type Fault } from './fault.ts';
import { taken } from './taken.ts';

/** Returns three faults for a refusal that follows from a rule, two for any other. */
export function refusalFaults(): readonly Fault[] {
  return [
    ...ruled.flatMap((refusal) => [
      withoutRule(refusal),
      withOtherStatus(refusal),
      refusedButDone(refusal),
    ]),
    ...plain.flatMap((refusal) => [
      ...(refusal.emptyWhenTaken === true ? [] : [letThrough(refusal)]),
      withOtherStatus(refusal),
    ]),
  ];
}

function named({ requirement }: Documented, what: string): string {
  return `${requirement.replaceAll('.', '-')}-${what}`;
}

function withOtherStatus(refusal: Documented): Fault {
  const { requirement, instead, shadows } = refusal;
  return {
    name: named(refusal, `answers-${instead}`),
    breaks: refusal.against ?? [requirement],
    shadows,
    says: `The refusal of ${requirement} has the status ${instead}.`,
    override: refusing(requirement, () => ({ status: instead })),
  };
}

function withoutRule(refusal: Ruled): Fault {
  const { requirement, operation, lenient, keeps, shadows } = refusal;
  return {
    name: named(refusal, 'let-through'),
    breaks: [requirement],
    shadows: [...shadows, ...keeps],
    says: `${requirement} is not enforced.`,
    override: operating(operation, () => ({ rules: lenient })),
  };
}

/** The refusal is correct, but the request is carried out. */
function refusedButDone(refusal: Ruled): Fault {
  const { requirement, operation, lenient, keeps, shadows } = refusal;
  return {
    name: named(refusal, 'refused-but-done'),
    breaks: keeps,
    shadows: [...shadows, requirement],
    says: `The refusal of ${requirement} is sent, but the request is carried out.`,
    override: refusedButDoneBy(
      operation,
      lenient,
      (refused) => refused.requirement === requirement,
    ),
  };
}

/** The response is a success, but nothing is done. */
function letThrough(refusal: Documented): Fault {
  const { requirement, shadows } = refusal;
  return {
    name: named(refusal, 'let-through'),
    breaks: refusal.against ?? [requirement],
    shadows,
    says: `A request that breaks ${requirement} gets a success, but nothing is done.`,
    override: changingResponses(async (left, asked, parts) => {
      if (left.headers['x-requirement'] !== requirement) return left;
      return (await taken(asked, parts)) ?? left;
    }),
  };
}
