/** Decides whether a service may refuse a language or category, because the document lists no codes. */
import { isArray, type JsonObject } from '../../contract/json-pointer.ts';
import type { SilenceId } from '../../contract/requirements.ts';
import { readParamNames } from '../responses.ts';
import { type Ground, isMust, may } from './grounds.ts';
import { getFieldName } from './named-fields.ts';
import type { Question } from './question.ts';

/** The fields whose codes the document does not list, each with the silence about them. */
const silences: Readonly<Record<string, SilenceId>> = {
  language: 'book.language.codes',
  category: 'book.category.scheme',
};

/** Returns the marks of the codes of a create or an update. A service knows a language in either case. */
export function listCodeMarks(fields: JsonObject): readonly string[] {
  return Object.keys(silences).flatMap((name) => listMarks(name, fields[name]));
}

function listMarks(name: string, codes: unknown): readonly string[] {
  if (!isArray(codes)) return [];
  return codes.flatMap((code) =>
    typeof code === 'string' ? [`accepted ${name} ${code.toUpperCase()}`] : [],
  );
}

/**
 * Returns the grounds with those that permit a refusal which names a field with a code that the service has never
 * accepted. A request that must be refused anyway needs no other reason.
 */
export function withCodeGrounds(
  grounds: readonly Ground[],
  fields: JsonObject | undefined,
  { world, exchange }: Pick<Question, 'world' | 'exchange'>,
): readonly Ground[] {
  if (fields === undefined || grounds.some(isMust)) return grounds;
  const names = readParamNames(exchange.response?.body).map(getFieldName);
  const codeGrounds = Object.entries(silences).flatMap(([name, silence]) => {
    const isNew = listMarks(name, fields[name]).some((mark) => !world.usedMarks.has(mark));
    return isNew && names.includes(name) ? [may(silence, 400, 422)] : [];
  });
  return [...grounds, ...codeGrounds];
}
