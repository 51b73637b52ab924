/** Narrowed faults, which show only if an operator applies. */
import type { KeyedOperation, Operate, Parts } from '../../sandbox/replaceable-parts/index.ts';
import { applyOverride } from '../../sandbox/replaceable-parts/index.ts';
import { type SandboxResponse, createPresenters } from '../../sandbox/present/index.ts';
import { isArray, isObject, type Json } from '../../contract/json-pointer.ts';
import type { Fault } from '../fault.ts';
import { faults } from '../index.ts';
import {
  createCircumstancesReader,
  isReadOperation,
  operators,
  type Operator,
} from './circumstances.ts';

/**
 * Returns the fault with this name, narrowed by each operator after an `@`; undefined if the fault or an
 * operator does not exist.
 */
export function findFault(name: string): Fault | undefined {
  const [base, ...narrowings] = name.split('@');
  const baseFault = faults.find((fault) => fault.name === base);
  return narrowings.reduce<Fault | undefined>((fault, operatorName) => {
    const operator = operators.find((candidate) => candidate.name === operatorName);
    return fault === undefined || operator === undefined ? undefined : narrow(fault, operator);
  }, baseFault);
}

/**
 * Returns a fault that never shows. It delays each request as much as a narrowed fault does, so that
 * overlapping requests finish in the same order with both.
 */
export function neverShow(fault: Fault): Fault {
  return narrow(fault, { name: 'never', condition: 'never', applies: () => false });
}

/**
 * Restricts a fault to the requests that an operator applies to. The result is a fault, which can be
 * narrowed again.
 */
function narrow(fault: Fault, operator: Operator): Fault {
  return {
    ...fault,
    name: `${fault.name}@${operator.name}`,
    description: `${fault.description} Only ${operator.condition}.`,
    override: () => {
      const readCircumstances = createCircumstancesReader();
      const cachedParts = new WeakMap<Parts, Parts>();
      return {
        chooseParts: async (request, parts) => {
          const circumstances = await readCircumstances(request, parts);
          if (!operator.applies(circumstances)) return parts;
          const partsWithFault = cachedParts.get(parts) ?? applyFault(parts, fault);
          cachedParts.set(parts, partsWithFault);
          const choose = partsWithFault.chooseParts;
          const chosenParts = (await choose?.(request, partsWithFault)) ?? partsWithFault;
          return operator.sparesFirstItem === true && isReadOperation(circumstances.operation)
            ? combineReads(parts, chosenParts)
            : chosenParts;
        },
      };
    },
  };
}

/** Returns the parts with a fault applied, and without cached correct responses. */
function applyFault(parts: Parts, fault: Fault): Parts {
  const { chooseParts: _chooseParts, ...plainParts } = parts;
  const current = { rules: plainParts.rules };
  // Presenters apply rules too, so a fault that changes rules needs presenters that apply its rules.
  const present = createPresenters(plainParts.readings, () => current.rules, plainParts.contract);
  const changesRules = fault.override(plainParts).rules !== undefined;
  const base = changesRules ? { ...plainParts, present } : plainParts;
  const partsWithFault = applyOverride(base, fault.override(base));
  current.rules = partsWithFault.rules;
  return { ...partsWithFault, bookResponses: new WeakMap() };
}

/** Runs reads twice, correctly and with the fault, and takes the first items from the correct response. */
function combineReads(plainParts: Parts, partsWithFault: Parts): Parts {
  const operateTwice = (operation: KeyedOperation): Operate => {
    return async (call) => {
      const correctResponse = await plainParts.operations[operation](call, plainParts);
      const faultyResponse = await partsWithFault.operations[operation](call, partsWithFault).catch(
        () => correctResponse,
      );
      return spareFirstItems(correctResponse, faultyResponse);
    };
  };
  return {
    ...plainParts,
    operations: {
      ...plainParts.operations,
      readBook: operateTwice('readBook'),
      listBooks: operateTwice('listBooks'),
      lookUpBook: operateTwice('lookUpBook'),
    },
    transport: async (response, target) =>
      spareFirstItems(
        await plainParts.transport(response, target),
        await partsWithFault.transport(response, target),
      ),
  };
}

/** Returns the faulty response with correct first items. Without a second item, or without a body, the correct one. */
function spareFirstItems(correctResponse: SandboxResponse, faultyResponse: SandboxResponse) {
  const [text, faultyText] = [correctResponse.text, faultyResponse.text];
  if (faultyText === text || faultyText === '' || text === '') return correctResponse;
  const correctBody = parseContainer(text);
  if (!hasSecondItem(correctBody)) return correctResponse;
  const body = mergeItems(correctBody, parseContainer(faultyText));
  return { ...faultyResponse, text: JSON.stringify(body) };
}

function parseContainer(text: string): Json {
  const value: unknown = JSON.parse(text);
  return isObject(value) || isArray(value) ? value : null;
}

function hasSecondItem(value: Json): boolean {
  if (isArray(value)) return value.length > 1 || value.some(hasSecondItem);
  return isObject(value) && Object.values(value).some(hasSecondItem);
}

/** Returns the faulty value, in which the first item of each array is that of the correct value. */
function mergeItems(correctBody: Json | undefined, faultyBody: Json): Json {
  if (isArray(correctBody) && isArray(faultyBody)) {
    const [first, ...rest] = faultyBody;
    return first === undefined ? faultyBody : [correctBody[0] ?? first, ...rest];
  }
  if (!isObject(correctBody) || !isObject(faultyBody)) return faultyBody;
  return Object.fromEntries(
    Object.entries(faultyBody).map(([name, value]) => [name, mergeItems(correctBody[name], value)]),
  );
}
