/** How a script tells whether a drift is still there: by status, by one value, by order, or by the whole answer. */
import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../contract/json-pointer.ts';
import type { Exchange } from '../../harness/evidence/index.ts';
import type { Decision, Evidence } from './decision.ts';
import { lastPageOff, listOrder, sameAccount } from './order.ts';
import { byShape, byWholeAnswer } from './shape-check.ts';
import { nthWith } from './steps.ts';
import { flat, word } from './shell-words.ts';

/** Chooses the narrowest comparison that the drift allows. */
export function decisionOn(evidence: Evidence): Decision {
  return (
    byStatus(evidence) ??
    byEarlierStatus(evidence) ??
    lastPageOff(evidence) ??
    (speaksOfBooks(evidence) ? listOrder(evidence) : undefined) ??
    byValue(evidence) ??
    byPresence(evidence) ??
    byShape(evidence) ??
    listOrder(evidence) ??
    byWholeAnswer(evidence)
  );
}

/** Whether the values are ids, as those of a walk through the list are. */
function speaksOfBooks({ difference }: Evidence): boolean {
  const { expected, actual } = difference?.values ?? {};
  const texts = [...textsIn(expected), ...textsIn(actual)];
  return texts.length > 0 && texts.every((text) => /^[0-9a-f-]{36}$/i.test(text));
}

function byStatus({ difference, trail }: Evidence): Decision | undefined {
  const last = trail.at(-1);
  const { permitted, pointer, expected = '' } = difference ?? {};
  if (last === undefined) return undefined;
  if (permitted !== undefined && !permitted.includes(last.status)) {
    const fine = permitted.join(' | ');
    return {
      compares: `the status of the last answer: ${permitted.join(' or ')} is right`,
      lines: [...unlessBusy(permitted), `case $status in ${fine}) there=0 ;; esac`],
    };
  }
  if (pointer !== '' || !expected.startsWith('one of the statuses')) return undefined;
  return {
    compares: `whether the last answer has the status ${last.status} again`,
    lines: [`[ "$status" = ${last.status} ] || there=0`],
  };
}

/** One of several answers of a case, found by what the expectation says of it: `422 to POST /books`. */
function byEarlierStatus({ difference, trail }: Evidence): Decision | undefined {
  const [, right] = /^([1-5]\d\d)\b/.exec(difference?.expected ?? '') ?? [];
  const [, wrong] = /^([1-5]\d\d)\b/.exec(difference?.actual ?? '') ?? [];
  if (right === undefined || wrong === undefined || right === wrong) return undefined;
  const method = /\b(GET|POST|PATCH|PUT|DELETE)\b/.exec(difference?.expected ?? '')?.[1];
  const step =
    1 +
    trail.findLastIndex(
      ({ status, request }) =>
        status === Number(wrong) && (method === undefined || request.method === method),
    );
  if (step === 0) return undefined;
  return {
    compares: `the status of answer ${step}: ${right} is right`,
    lines: [`[ "$(code ${step})" != ${right} ] || there=0`],
  };
}

/** A service that is too busy to answer says nothing about the question. */
function unlessBusy(permitted: readonly number[]): string[] {
  const known = permitted.includes(429);
  return known ? [] : [`[ "$status" != 429 ] || stop 'The service asks to come back later (429).'`];
}

function byValue({ difference, trail, bindings }: Evidence): Decision | undefined {
  if (difference?.values === undefined) return undefined;
  const { expected, actual } = difference.values;
  for (const [back, exchange] of trail.toReversed().entries()) {
    const step = trail.length - back;
    const item = ownItem(exchange, actual, bindings);
    const within = item === undefined ? exchange : { ...exchange, ...item };
    const place = placeOf(within, actual, difference.expected);
    if (place === undefined) continue;
    const { name, nth } = place;
    const right = expected === undefined ? undefined : compact(inOrderOf(expected, actual));
    const wrong = compact(actual);
    const rest =
      item === undefined
        ? [`rest=$(behind ${step} '"${name}":' ${nth})`]
        : [
            `rest=$(behind ${step} ${word(`"id":"${item.id}"`, bindings)} 1)`,
            ...Array.from({ length: nth }, () => `rest=\${rest#*'"${name}":'}`),
          ];
    rest.push(`[ -n "$rest" ] || stop 'Answer ${step} has no such place.'`);
    const test =
      right === undefined
        ? `begins "$rest" ${word(wrong, bindings)} || there=0`
        : `! begins "$rest" ${word(right, bindings)} || there=0`;
    const which = `${name}${nth === 1 ? '' : ` (number ${nth} of that name)`} in answer ${step}`;
    const compares =
      right === undefined
        ? `whether ${which} still has the recorded value`
        : `the value of ${which}`;
    return {
      compares,
      lines: [...(item === undefined ? sameAccount(exchange, step) : []), ...rest, test],
    };
  }
  return undefined;
}

/** Where the value was put together from an answer: which of its texts are missing there, or too many. */
function byPresence({ difference, trail, bindings }: Evidence): Decision | undefined {
  if (difference?.values === undefined) return undefined;
  const step = trail.length;
  const last = trail.at(-1);
  const shown = flat(last?.text ?? '');
  const right = textsIn(difference.values.expected);
  const wrong = textsIn(difference.values.actual);
  // What was seen must stand there as it is, or the values are not the answer's own texts.
  if (!wrong.every((text) => shown.includes(compact(text)))) return undefined;
  const missing = right.filter((text) => !shown.includes(compact(text)));
  // Where both stand in the answer, their arrangement differs, and presence tells nothing.
  const extra = right.length > 0 ? [] : wrong.filter((text) => shown.includes(compact(text)));
  const guard = last === undefined ? [] : sameAccount(last, step);
  const holds = (text: string): string => `*${word(compact(text), bindings)}*`;
  if (missing.length > 0) {
    return {
      compares: `whether answer ${step} shows what it should, which it left out`,
      lines: [
        ...guard,
        'there=0',
        ...missing.map((text) => `case $(flat ${step}) in ${holds(text)}) ;; *) there=1 ;; esac`),
      ],
    };
  }
  const [first] = extra;
  if (first === undefined) return undefined;
  return {
    compares: `whether answer ${step} still shows what it should not`,
    lines: [...guard, `case $(flat ${step}) in ${holds(first)}) ;; *) there=0 ;; esac`],
  };
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  if (Array.isArray(value)) return value.flatMap((entry: unknown) => textsIn(entry));
  return isObject(value) ? Object.values(value).flatMap((inner) => textsIn(inner)) : [];
}

/** The first member that holds the value, those the expectation speaks of before others. */
function placeOf(exchange: Exchange, actual: unknown, about: string) {
  const names = membersWith(exchange.body, actual);
  const spoken = names.find((name) => new RegExp(`\\b${name}\\b`, 'i').test(about));
  const name = spoken ?? (isTelling(actual) ? names[0] : undefined);
  if (name === undefined || !/^\w+$/.test(name)) return undefined;
  const nth = nthWith(flat(exchange.text), name, compact(actual));
  return nth === undefined ? undefined : { name, nth };
}

/** Of a list, what stands behind the id of one of our books, where that holds the value. */
function ownItem(exchange: Exchange, actual: unknown, bindings: Evidence['bindings']) {
  const data = isObject(exchange.body) ? exchange.body['data'] : undefined;
  if (exchange.operation !== 'listBooks' || !Array.isArray(data)) return undefined;
  for (const body of Array.from<unknown>(data)) {
    const id = isObject(body) ? body['id'] : undefined;
    if (typeof id !== 'string' || !bindings.some(({ text }) => text === id)) continue;
    if (membersWith(body, actual).length === 0) continue;
    const [, ...rest] = flat(exchange.text).split(`"id":"${id}"`);
    return { id, body, text: rest.join(`"id":"${id}"`) };
  }
  return undefined;
}

/** An empty list stands in many places, and so does false: alone they find nothing. */
function isTelling(value: unknown): boolean {
  if (typeof value === 'string') return value !== '';
  return typeof value === 'number' || (JSON.stringify(value) ?? '').length > 6;
}

function membersWith(node: unknown, value: unknown): string[] {
  if (value === undefined) return [];
  if (Array.isArray(node)) return node.flatMap((entry: unknown) => membersWith(entry, value));
  if (!isObject(node)) return [];
  return Object.entries(node).flatMap(([name, inner]) =>
    isDeepStrictEqual(inner, value) ? [name] : membersWith(inner, value),
  );
}

/** Members in the order the service writes them, since the script compares text. */
function inOrderOf(expected: unknown, actual: unknown): unknown {
  if (Array.isArray(expected)) {
    const like: unknown[] = Array.isArray(actual) ? actual : [];
    return expected.map((entry: unknown, at) => inOrderOf(entry, like[at] ?? like[0]));
  }
  if (!isObject(expected) || !isObject(actual)) return expected;
  const names = [...new Set([...Object.keys(actual), ...Object.keys(expected)])];
  return Object.fromEntries(
    names
      .filter((name) => name in expected)
      .map((name) => [name, inOrderOf(expected[name], actual[name])]),
  );
}

function compact(value: unknown): string {
  return flat(JSON.stringify(value) ?? '');
}
