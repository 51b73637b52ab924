/** Lists the media types of a body, with the parts of their schemas. */
import { escape, follow, isObject, type JsonObject } from '../json-pointer.ts';
import type { ContractPart, Side } from './part.ts';
import type { SchemaLister, SchemaParts } from './schema-parts.ts';

/** What lists parts. */
export interface PartTools {
  readonly document: JsonObject;
  readonly schemas: SchemaLister;
  /** Adds a part. Returns the one that is already there, if there is an equal one. */
  readonly add: (part: ContractPart) => ContractPart;
}

export interface ContentParts {
  readonly part: ContractPart;
  /** Undefined if the contract describes no value. */
  readonly schema: SchemaParts | undefined;
}

interface ContentOwner {
  readonly side: Side;
  readonly owner: string;
}

/** Returns the parts of the content of a request or a response, by media type. @param pointer of the request or response */
export function listContent(
  pointer: string,
  { side, owner }: ContentOwner,
  { document, schemas, add }: PartTools,
): ReadonlyMap<string, ContentParts> {
  const content = follow(document, `${pointer}/content`);
  return new Map(
    Object.entries(isObject(content) ? content : {}).map(([type, media]) => {
      const place = `${pointer}/content/${escape(type)}`;
      const part = add({
        pointer: place,
        name: `${owner}: ${type}`,
        kind: 'media type',
        side,
        identity: `${side} ${place}`,
        needs: [side === 'request' ? 'accepted' : 'shown'],
      });
      const hasSchema = isObject(media) && media['schema'] !== undefined;
      const start = `${place}/schema`;
      const schemaPlace = { pointer: start, identity: start, side, owner, path: '' };
      return [type, { part, schema: hasSchema ? schemas.list(schemaPlace) : undefined }];
    }),
  );
}
