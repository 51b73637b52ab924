/** One HTTP request to the service or its storage, with its complete body. */
export interface ServiceRequest {
  readonly method: string;
  readonly url: URL;
  readonly key: string | undefined;
  readonly contentType: string | undefined;
  readonly bytes: Uint8Array;
}
