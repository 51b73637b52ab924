/** Faults derived from the documented refusals: another status, no refusal, or a refusal that does not stop the request. */
import { otherRefusals, ruleRefusals, type KnownRefusal, type RuleRefusal } from './refusals.ts';
import { carryOutAnyway, changeResponses, within, changeRefusals, type Fault } from './fault.ts';
import { createEmptySuccess } from './status-faults.ts';

/** Returns the faults: three for a refusal that follows from a rule, one or two for any other. */
export function createRefusalFaults(): readonly Fault[] {
  return [
    ...ruleRefusals.flatMap((refusal) => [
      createMissingRuleFault(refusal),
      createWrongStatusFault(refusal),
      createIgnoredRefusalFault(refusal),
    ]),
    ...otherRefusals.flatMap((refusal) => [
      ...(refusal.allowsEmptySuccess === true ? [] : [createEmptySuccessFault(refusal)]),
      createWrongStatusFault(refusal),
    ]),
  ];
}

function nameFault({ requirement }: KnownRefusal, suffix: string): string {
  return `${requirement.replaceAll('.', '-')}-${suffix}`;
}

function createWrongStatusFault(refusal: KnownRefusal): Fault {
  const { requirement, wrongStatus, mayAlsoBreak } = refusal;
  return {
    name: nameFault(refusal, `answers-${wrongStatus}`),
    breaks: refusal.breaks ?? [requirement],
    mayAlsoBreak,
    description: `The refusal for ${requirement} has the status ${wrongStatus}.`,
    override: changeRefusals(requirement, () => ({ status: wrongStatus })),
  };
}

function createMissingRuleFault(refusal: RuleRefusal): Fault {
  const { requirement, operation, lenientRules, protectedBy, mayAlsoBreak } = refusal;
  return {
    name: nameFault(refusal, 'let-through'),
    breaks: [requirement],
    mayAlsoBreak: [...mayAlsoBreak, ...protectedBy],
    description: `The service does not enforce ${requirement}.`,
    override: within(operation, () => ({ rules: lenientRules })),
  };
}

/** Creates a fault that sends the correct refusal but carries the request out. */
function createIgnoredRefusalFault(refusal: RuleRefusal): Fault {
  const { requirement, operation, lenientRules, protectedBy, mayAlsoBreak } = refusal;
  return {
    name: nameFault(refusal, 'refused-but-done'),
    breaks: protectedBy,
    mayAlsoBreak: [...mayAlsoBreak, requirement],
    description: `The refusal for ${requirement} is sent, but the request is carried out.`,
    override: carryOutAnyway(operation, lenientRules, (other) => other.requirement === requirement),
  };
}

/** Creates a fault that replaces the refusal by a successful response. The request still has no effect. */
function createEmptySuccessFault(refusal: KnownRefusal): Fault {
  const { requirement, mayAlsoBreak } = refusal;
  return {
    name: nameFault(refusal, 'let-through'),
    breaks: refusal.breaks ?? [requirement],
    mayAlsoBreak,
    description: `A request that breaks ${requirement} gets a successful response, but nothing is done.`,
    override: changeResponses(async (response, request, parts) => {
      if (response.headers['x-requirement'] !== requirement) return response;
      return (await createEmptySuccess(request, parts)) ?? response;
    }),
  };
}
