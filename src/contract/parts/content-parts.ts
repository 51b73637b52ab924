/** Lists the media types of a body, with the parts of their schemas. */
import { escape, isObject, type JsonObject } from '../json-pointer.ts';
import type { ContractPart, Side } from './part.ts';
import type { SchemaLister, SchemaParts } from './schema-parts.ts';

/** What lists parts. */
export interface PartTools {
  readonly document: JsonObject;
  readonly schemas: SchemaLister;
  /** Adds a part. Returns the one that is already there, if there is an equal one. */
  readonly add: (part: ContractPart) => ContractPart;
}

/** A node of the contract with its pointer, after following its references. */
export interface Target {
  readonly node: JsonObject;
  readonly pointer: string;
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

/** Returns the parts of the content of a request or a response, by media type. */
export function listContent(
  { node, pointer }: Target,
  { side, owner }: ContentOwner,
  { schemas, add }: PartTools,
): ReadonlyMap<string, ContentParts> {
  const content = isObject(node['content']) ? node['content'] : {};
  return new Map(
    Object.entries(content).map(([type, media]) => {
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
