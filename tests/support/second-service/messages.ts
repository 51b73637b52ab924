/** One request to the service or its storage, and its response. */

/** A request with its complete body. */
export interface ServiceRequest {
  readonly method: string;
  readonly url: URL;
  readonly key: string | undefined;
  readonly contentType: string | undefined;
  readonly bytes: Uint8Array;
}

export interface ServiceResponse {
  readonly status: number;
  readonly json?: unknown;
  readonly text?: string;
  readonly mediaType?: string | undefined;
}
