/** Says in words why a part of the contract is unproven. */
import type { ContractPart, Need, PartKind } from './part.ts';

const byKind: Readonly<Partial<Record<PartKind, Partial<Record<Need, string>>>>> = {
  operation: {
    'a check': 'this version knows no such operation',
    sent: 'no check calls this operation',
  },
  removed: { 'a check': 'no check tells whether the service dropped it' },
  header: { 'a check': 'this version checks no headers of responses' },
  security: {
    accepted: 'no call with these credentials had to be accepted',
    refused: 'no call without a valid key had to be refused',
  },
  'media type': {
    accepted: 'no request of this type had to be accepted',
    shown: 'no response had this type',
  },
  parameter: {
    sent: 'no check sends this parameter',
    understood: 'no check knows what this parameter does',
  },
  default: { 'left out': 'no request without the parameter was judged' },
  property: { sent: 'no check sends this property', shown: 'no response showed this property' },
  'required property': {
    accepted: 'no request with it had to be accepted',
    refused: 'no request without it had to be refused',
    tried: 'no request without it was judged',
    shown: 'no response showed such an object',
  },
  'optional property': {
    'left out': 'no request without it had to be accepted',
    absent: 'no response left it out',
  },
  alternative: { shown: 'no response had this form' },
  'success status': { shown: 'no response showed this status' },
  status: { shown: 'no response showed this status' },
};

const byNeed: Readonly<Record<Need, string>> = {
  'a check': 'this version has no check of it',
  sent: 'no check sends it',
  understood: 'no check knows what it does',
  accepted: 'no request that satisfies it had to be accepted',
  refused: 'no request that violates only this had to be refused',
  'left out': 'no request without it had to be accepted',
  tried: 'no request with such a value was judged',
  shown: 'no response showed such a value',
  absent: 'no response left it out',
  matched: 'no response met the condition',
  'not matched': 'every response met the condition',
};

/** Returns the reason why a part is unproven. @param need the first thing that no exchange showed */
export function describeReason(part: ContractPart, need: Need): string {
  return (
    describeBound(part, need) ??
    describeValue(part, need) ??
    byKind[part.kind]?.[need] ??
    byNeed[need]
  );
}

function describeBound({ keyword = '' }: ContractPart, need: Need): string | undefined {
  const bound = /^(min|max)/.exec(keyword)?.[1];
  if (bound === undefined) return undefined;
  const [word, beyond] = bound === 'min' ? ['minimum', 'below'] : ['maximum', 'beyond'];
  if (need === 'accepted') return `no request at the ${word} had to be accepted`;
  if (need === 'refused') return `no request just ${beyond} the ${word} was judged`;
  return need === 'shown' ? `no response showed the ${word}` : undefined;
}

function describeValue({ keyword, value }: ContractPart, need: Need): string | undefined {
  if (need === 'shown' && keyword === 'type' && value === null) return undefined;
  const isValue = (keyword === 'enum' && value !== undefined) || keyword === 'const';
  if (keyword === 'type' && value === 'null') {
    if (need === 'shown') return 'no response showed null';
    if (need === 'tried') return 'no request with null was judged';
    return need === 'accepted' ? 'no request with null had to be accepted' : undefined;
  }
  if (!isValue) return undefined;
  if (need === 'accepted') return 'no request with this value had to be accepted';
  return need === 'shown' ? 'no response showed this value' : undefined;
}
