/** Decides whether a service may refuse a language or category, because the document lists no codes. */
import { isArray, type JsonObject } from '../../contract/json-pointer.ts';
import type { SilenceId } from '../../contract/requirements.ts';
import { readParamNames } from '../responses.ts';
import { type Ground, may } from './grounds.ts';
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

/** Permits a refusal that names a field with a code which the service has never accepted. */
export function codeGrounds(
  fields: JsonObject,
  { world, exchange }: Pick<Question, 'world' | 'exchange'>,
): readonly Ground[] {
  const names = readParamNames(exchange.response?.body).map(getFieldName);
  return Object.entries(silences).flatMap(([name, silence]) => {
    const isNew = listMarks(name, fields[name]).some((mark) => !world.usedMarks.has(mark));
    return isNew && names.includes(name) ? [may(silence, 400, 422)] : [];
  });
}
