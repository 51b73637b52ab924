/** A file, from the upload request to the attach. */

/** Bytes as they were sent to storage. */
export interface StoredBytes {
  /** Lower-case hex; undefined if the recording does not have the bytes. */
  readonly sha256: string | undefined;
  /** True if the first bytes have a format that the role requires; undefined if unknown. */
  readonly soundKind: boolean | undefined;
}

export interface UploadedFile {
  readonly id: string;
  readonly bookId: string;
  /** The part of the history in which it was declared; see `World.epoch`. */
  readonly epoch: number;
  /** Undefined if it is not known which descriptor the grant belongs to. */
  readonly role: string | undefined;
  readonly filename: string | undefined;
  /** As declared, in lower case. */
  readonly declared: string | undefined;
  /** As declared, in the case in which it was sent. */
  readonly declaredAs: unknown;
  readonly url: string;
  /** True if `url` replaced an earlier one, which may no longer take bytes. */
  readonly renewed: boolean;
  /** Epoch milliseconds by the service's clock; undefined if it could not be read. */
  readonly expiresAt: number | undefined;
  /** The number of uploads that got 2xx. */
  readonly uploads: number;
  /** True if an upload without a known response may have arrived. */
  readonly maybeUploaded: boolean;
  /** The content that the last upload stored, if there was one. */
  readonly stored: StoredBytes | undefined;
  readonly attached: 'no' | 'maybe' | 'yes';
  /** `answeredAt` of the last upload, to recognise overlapping ones. */
  readonly lastPut: number;
}
