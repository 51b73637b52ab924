/** Tells a drift of shape by the place it was seen at, and failing that by the answer as a whole. */
import { isObject } from '../../contract/json-pointer.ts';
import type { Decision, Evidence } from './decision.ts';
import { sameAccount } from './order.ts';
import { nthWith } from './steps.ts';
import { behind, flat, word } from './shell-words.ts';

/** Whether the named place is still absent, of the wrong kind or of the wrong form. */
export function byShape({ difference, trail, bindings }: Evidence): Decision | undefined {
  const name = difference?.pointer?.split('/').findLast((part) => !/^\d*$/.test(part));
  const last = trail.at(-1);
  if (difference === undefined || last === undefined || name === undefined) return undefined;
  const text = flat(last.text);
  if (difference.actual === 'absent') return whileAbsent(text, name, trail.length);
  const value = valueAt(last.body, difference.pointer ?? '');
  const nth =
    value === undefined ? undefined : nthWith(text, name, flat(JSON.stringify(value) ?? ''));
  if (nth === undefined) return undefined;
  const lines = [`rest=$(behind ${trail.length} '"${name}":' ${nth})`];
  lines.push(`[ -n "$rest" ] || stop 'The last answer has no such place.'`);
  const kind = /must be (string|number|integer|boolean|null|object|array)/.test(
    difference.expected,
  );
  if (kind) {
    const first = behind(text, name, nth)?.slice(0, 1) ?? '';
    lines.push(`case $rest in ${kindOf(first)}) ;; *) there=0 ;; esac`);
    return { compares: `whether ${name} in the last answer is of the recorded kind`, lines };
  }
  const shown = flat(JSON.stringify(value) ?? '');
  const loose = /^".*\d/.test(shown);
  lines.push(
    loose
      ? `[ "$(printf '%s' "$rest" | sed -e 's/\\("[^"]*"\\|[^],}]*\\).*/\\1/' -e ${skeleton})" != ${word(shown.replaceAll(/[0-9A-Za-z]+/g, 'x'), [])} ] || same=1`
      : `! begins "$rest" ${word(shown, bindings)} || same=1`,
  );
  const how = loose ? 'has the recorded form (letters and digits left aside)' : 'is as recorded';
  return {
    compares: `whether ${name} in the last answer ${how}`,
    lines: ['same=0', ...lines, 'there=$same'],
  };
}

/** Absent as long as no further member of that name stands in the answer. */
function whileAbsent(text: string, name: string, step: number): Decision {
  const before = text.split(`"${name}":`).length - 1;
  const further = `*'"${name}":'`.repeat(before + 1);
  return {
    compares: `whether the last answer has ${before === 0 ? '' : 'a further '}${name}`,
    lines: [`case $(flat ${step}) in ${further}*) there=0 ;; esac`],
  };
}

const skeleton = `'s/[0-9A-Za-z][0-9A-Za-z]*/x/g'`;

function kindOf(first: string): string {
  if (/[-\d]/.test(first)) return '[-0-9]*';
  return first === '[' ? "'['*" : `'${first}'*`;
}

function valueAt(body: unknown, pointer: string): unknown {
  let node = body;
  for (const part of pointer.split('/').slice(1)) {
    if (Array.isArray(node)) node = Array.from<unknown>(node)[Number(part)];
    else node = isObject(node) ? node[part] : undefined;
  }
  return node;
}

/** Nothing narrower can be said: the drift is there as long as the same answer comes. */
export function byWholeAnswer({ trail, bindings }: Evidence): Decision {
  const last = trail.at(-1);
  const shown = normalised(flat(last?.text ?? ''));
  const own = bindings.filter(({ text }) => !/^[0-9a-f-]{36}$/i.test(text));
  return {
    compares:
      'whether the last answer is the recorded one, with ids, moments and addresses left aside',
    lines: [
      ...(last === undefined ? [] : sameAccount(last, trail.length)),
      `[ "$status" = ${last?.status ?? 0} ] || there=0`,
      `media=$(sed -n 's/^[Cc]ontent-[Tt]ype: *\\([^;[:cntrl:] ]*\\).*/\\1/p' "$work/${trail.length}.head")`,
      `[ "$media" = '${(last?.mediaType ?? '').replaceAll(/[^\w./+-]/g, '')}' ] || there=0`,
      `now=$(flat ${trail.length} | sed -e 's/"[0-9]\\{4\\}-[0-9][0-9]-[0-9][0-9]T[^"]*"/"M"/g' \\`,
      `  -e 's,"https\\{0\\,1\\}://[^"]*","L",g' \\`,
      `  -e 's/[0-9a-f]\\{8\\}-[0-9a-f]\\{4\\}-[0-9a-f]\\{4\\}-[0-9a-f]\\{4\\}-[0-9a-f]\\{12\\}/U/g')`,
      `[ "$now" = ${word(shown, own)} ] || there=0`,
    ],
  };
}

function normalised(text: string): string {
  return text
    .replaceAll(/"\d{4}-\d\d-\d\dT[^"]*"/g, '"M"')
    .replaceAll(/"https?:\/\/[^"]*"/g, '"L"')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'U');
}
