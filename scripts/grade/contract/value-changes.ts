/** Changes of the keywords that constrain a single value: type, enum, const, bounds, pattern, format and default. */
import {
  isArray,
  isObject,
  type Json,
  type JsonObject,
} from '../../../src/contract/json-pointer.ts';
import { describePlace } from '../../../src/contract/changes/index.ts';
import type { ContractChange } from './contract-change.ts';
import { child, editAt, omitKeys } from './edits.ts';
import type { Place } from './places.ts';

/** Returns the changes of one schema's own keywords, without those of the schemas in it. */
export function listValueChanges(place: Place): ContractChange[] {
  // A condition constrains nothing but the choice of its branch.
  if (/\/if(\/|$)/.test(place.pointer)) return listConstChanges(place);
  return [
    ...listTypeChanges(place),
    ...listNullChanges(place),
    ...listEnumChanges(place),
    ...listConstChanges(place),
    ...listBoundChanges(place),
    ...listTextChanges(place),
    ...listDefaultChanges(place),
  ];
}

/** Creates a change of one keyword. Without a new value, the keyword is removed. */
export function changeKeyword(
  { pointer, sides }: Place,
  keyword: string,
  change: { readonly kind: string; readonly says: string; readonly value?: Json },
): ContractChange {
  const at = child(pointer, keyword);
  return {
    kind: change.kind,
    pointer: at,
    sides: [...sides],
    description: `${describePlace(pointer)}: ${change.says}`,
    apply: (document) => editAt(document, at, () => change.value),
  };
}

/** The keywords that stay when a type changes, because they do not depend on it. */
const typelessKeywords = /^(x-.*|description|title|readOnly|examples?)$/;

function readTypes({ type }: JsonObject): readonly string[] {
  return [type ?? []].flat().filter((name) => typeof name === 'string');
}

function writeTypes(types: readonly string[]): Json {
  const [first = '', ...others] = types;
  return others.length === 0 ? first : types;
}

function listTypeChanges(place: Place): ContractChange[] {
  const { pointer, node, sides } = place;
  const types = readTypes(node);
  const [name = ''] = types;
  if (name === '') return [];
  const otherName = name === 'string' ? 'integer' : 'string';
  const type = writeTypes([otherName, ...types.slice(1)]);
  return [
    {
      kind: pointer.endsWith('/items') ? 'item-type-changed' : 'type-changed',
      pointer: child(pointer, 'type'),
      sides: [...sides],
      description: `${describePlace(pointer)}: ${name} becomes ${otherName}`,
      apply: (document) =>
        editAt(document, pointer, () => ({
          ...omitKeys(node, (key) => !typelessKeywords.test(key)),
          type,
        })),
    },
  ];
}

function listNullChanges(place: Place): ContractChange[] {
  const { pointer, node, sides } = place;
  const types = readTypes(node);
  if (types.length === 0 || types[0] === 'null' || node['const'] !== undefined) return [];
  const isNullable = types.includes('null');
  const { enum: values } = node;
  const changed: JsonObject = isNullable
    ? { ...node, type: writeTypes(types.filter((name) => name !== 'null')) }
    : {
        ...node,
        type: [...types, 'null'],
        ...(isArray(values) && { enum: [...values, null] }),
      };
  return [
    {
      kind: isNullable ? 'null-removed' : 'null-added',
      pointer: child(pointer, 'type'),
      sides: [...sides],
      description: `${describePlace(pointer)}: ${isNullable ? 'no longer null' : 'may be null'}`,
      apply: (document) => editAt(document, pointer, () => changed),
    },
  ];
}

function listEnumChanges(place: Place): ContractChange[] {
  const values = place.node['enum'];
  if (!isArray(values)) return [];
  const removals = values.map((removed) =>
    changeKeyword(place, 'enum', {
      kind: 'enum-value-removed',
      says: `without ${JSON.stringify(removed)}`,
      value: values.filter((value) => value !== removed),
    }),
  );
  const addition = changeKeyword(place, 'enum', {
    kind: 'enum-value-added',
    says: 'another value',
    value: [...values, 'probe'],
  });
  return [...(values.length > 1 ? removals : []), addition];
}

function listConstChanges(place: Place): ContractChange[] {
  const { const: value } = place.node;
  if (typeof value !== 'string') return [];
  const kind = 'const-changed';
  return [changeKeyword(place, 'const', { kind, says: `not "${value}"`, value: `${value}-probe` })];
}

/** Returns the number by which a bound moves: a small one by one, a large one by half. */
function chooseStep(bound: number): number {
  return bound < 10 ? 1 : Math.floor(bound / 2);
}

function listBoundChanges(place: Place): ContractChange[] {
  return Object.entries(place.node).flatMap(([keyword, bound]) => {
    if (!/^(min|max)[A-Zi]/.test(keyword) || typeof bound !== 'number') return [];
    const limit = keyword.slice(0, 3);
    const [lower, higher] = [bound - chooseStep(bound), bound + chooseStep(bound)];
    return [
      { kind: `${limit}imum-lowered`, says: `${keyword} ${bound} becomes ${lower}`, value: lower },
      { kind: `${limit}imum-raised`, says: `${keyword} ${bound} becomes ${higher}`, value: higher },
    ].map((change) => changeKeyword(place, keyword, change));
  });
}

/** A pattern and a format that no value of this contract has. */
const otherTexts = { pattern: '^~probe~$', format: 'ipv4' } as const;

function listTextChanges(place: Place): ContractChange[] {
  return (['pattern', 'format'] as const).flatMap((keyword) => {
    const value = place.node[keyword];
    if (typeof value !== 'string') return [];
    const other = otherTexts[keyword];
    return [
      changeKeyword(place, keyword, {
        kind: `${keyword}-removed`,
        says: `no ${keyword} ${value}`,
      }),
      changeKeyword(place, keyword, {
        kind: `${keyword}-changed`,
        says: `${keyword} ${value} becomes ${other}`,
        value: other,
      }),
    ];
  });
}

function listDefaultChanges(place: Place): ContractChange[] {
  const { default: value, enum: values } = place.node;
  if (value === undefined || isObject(value) || isArray(value)) return [];
  const otherValue = isArray(values) ? values.find((entry) => entry !== value) : undefined;
  const number = typeof value === 'number' ? value + chooseStep(value) : undefined;
  const newValue = otherValue ?? number ?? `${String(value)}-probe`;
  const says = `default ${value} becomes ${JSON.stringify(newValue)}`;
  return [changeKeyword(place, 'default', { kind: 'default-changed', says, value: newValue })];
}
