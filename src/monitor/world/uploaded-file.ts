/** A file, from the upload request to the attach. */

/** The bytes that were sent to storage. */
export interface StoredBytes {
  /** Lower-case hex; undefined if the recording does not have the bytes. */
  readonly sha256: string | undefined;
  /** True if the first bytes have a format that the role permits; undefined if unknown. */
  readonly hasRightFormat: boolean | undefined;
}

export interface UploadedFile {
  readonly id: string;
  readonly bookId: string;
  /** The epoch in which it was declared; see `World.epoch`. */
  readonly epoch: number;
  /** Undefined if it is not known which descriptor the grant belongs to. */
  readonly role: string | undefined;
  readonly filename: string | undefined;
  /** The declared hash, in lower case. */
  readonly declaredHash: string | undefined;
  /** The declared hash, in the case in which it was sent. */
  readonly declaredHashAsSent: unknown;
  /** The digest of its presigned URL. */
  readonly urlDigest: string;
  /** True if that URL replaced an earlier one, which may no longer take bytes. */
  readonly isRenewed: boolean;
  /** Epoch milliseconds by the service's clock; undefined if it could not be read. */
  readonly expiresAt: number | undefined;
  /** When the URL was granted, by the same clock; undefined if that clock was not known. */
  readonly grantedAt: number | undefined;
  /** The number of uploads that got 2xx. */
  readonly uploadCount: number;
  /** True if an upload without a known response may have arrived. */
  readonly maybeUploaded: boolean;
  /** The content that the last upload stored, if there was one. */
  readonly storedBytes: StoredBytes | undefined;
  readonly attached: 'no' | 'maybe' | 'yes';
  /** `answeredAt` of the last attach that was not refused, to recognise overlapping calls. */
  readonly lastAttachAt: number;
  /** `answeredAt` of the last upload, to recognise overlapping ones. */
  readonly lastPutAt: number;
}
