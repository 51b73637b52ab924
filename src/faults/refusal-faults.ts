/** Faults that follow from the documented refusals: another status, no refusal, or a refusal that does not stop the request. */
import {
  otherRefusals,
  ruleRefusals,
  type DocumentedRefusal,
  type RuleRefusal,
} from './documented-refusals.ts';
import {
  carryOutDespiteRefusal,
  changeResponses,
  overrideWithin,
  changeRefusalsOf,
  type Fault,
} from './fault.ts';
import { createEmptySuccess } from './empty-successes.ts';

/** Returns three faults for a refusal that follows from a rule, two for any other. */
export function createRefusalFaults(): readonly Fault[] {
  return [
    ...ruleRefusals.flatMap((refusal) => [
      createMissingRuleFault(refusal),
      createWrongStatusFault(refusal),
      createIgnoredRefusalFault(refusal),
    ]),
    ...otherRefusals.flatMap((refusal) => [
      ...(refusal.hasEmptySuccess === true ? [] : [createEmptySuccessFault(refusal)]),
      createWrongStatusFault(refusal),
    ]),
  ];
}

function nameFault({ requirement }: DocumentedRefusal, suffix: string): string {
  return `${requirement.replaceAll('.', '-')}-${suffix}`;
}

function createWrongStatusFault(refusal: DocumentedRefusal): Fault {
  const { requirement, wrongStatus, mayAlsoBreak } = refusal;
  return {
    name: nameFault(refusal, `answers-${wrongStatus}`),
    breaks: refusal.breaks ?? [requirement],
    mayAlsoBreak,
    description: `The refusal of ${requirement} has the status ${wrongStatus}.`,
    override: changeRefusalsOf(requirement, () => ({ status: wrongStatus })),
  };
}

function createMissingRuleFault(refusal: RuleRefusal): Fault {
  const { requirement, operation, lenientRules, protectedBy, mayAlsoBreak } = refusal;
  return {
    name: nameFault(refusal, 'let-through'),
    breaks: [requirement],
    mayAlsoBreak: [...mayAlsoBreak, ...protectedBy],
    description: `${requirement} is not enforced.`,
    override: overrideWithin(operation, () => ({ rules: lenientRules })),
  };
}

/** The refusal is correct, but the request is carried out. */
function createIgnoredRefusalFault(refusal: RuleRefusal): Fault {
  const { requirement, operation, lenientRules, protectedBy, mayAlsoBreak } = refusal;
  return {
    name: nameFault(refusal, 'refused-but-done'),
    breaks: protectedBy,
    mayAlsoBreak: [...mayAlsoBreak, requirement],
    description: `The refusal of ${requirement} is sent, but the request is carried out.`,
    override: carryOutDespiteRefusal(
      operation,
      lenientRules,
      (actual) => actual.requirement === requirement,
    ),
  };
}

/** The response is a success, but nothing is done. */
function createEmptySuccessFault(refusal: DocumentedRefusal): Fault {
  const { requirement, mayAlsoBreak } = refusal;
  return {
    name: nameFault(refusal, 'let-through'),
    breaks: refusal.breaks ?? [requirement],
    mayAlsoBreak,
    description: `A request that breaks ${requirement} gets a success, but nothing is done.`,
    override: changeResponses(async (answer, request, parts) => {
      if (answer.headers['x-requirement'] !== requirement) return answer;
      return (await createEmptySuccess(request, parts)) ?? answer;
    }),
  };
}
