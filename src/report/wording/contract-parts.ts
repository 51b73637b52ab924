/** Describes how much of the contract a run checked. */
import { isDecisive, type UnprovenPart } from '../../contract/parts/index.ts';
import type { Report } from '../record/index.ts';
import { formatCount } from './text.ts';

type ContractOnly = Pick<Report, 'contract'>;

/** Returns `402 of 431 parts of the contract checked`; undefined in older reports. */
export function describeContractCoverage({ contract }: ContractOnly): string | undefined {
  const { parts = 0, checked = 0 } = contract;
  return parts === 0 ? undefined : `${checked} of ${parts} parts of the contract checked`;
}

/** Returns the unproven parts that the contract of the package does not have, or has otherwise; the gravest first. */
export function selectChangedParts({ contract: { unproven = [] } }: ContractOnly): UnprovenPart[] {
  return unproven
    .filter(({ differs }) => differs === true)
    .toSorted((a, b) => Number(isDecisive(b)) - Number(isDecisive(a)));
}

/** Returns `2 new parts of the contract unproven`, which must not be missing next to the verdict; undefined if there are none. */
export function describeNewParts({
  contract: { unproven = [] },
}: ContractOnly): string | undefined {
  const count = unproven.filter(isDecisive).length;
  return count === 0 ? undefined : `${formatCount(count, 'new part')} of the contract unproven`;
}
