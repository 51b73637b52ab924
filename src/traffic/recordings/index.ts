/** Reads recordings of traffic from files or records a fetch, and creates exchanges from them. */
export { ClocksDiffer } from './find-gaps.ts';
export { createDestinations } from './destinations.ts';
export { readInSendingOrder, mergeBySentAt } from './in-sending-order.ts';
export * from './create-exchange.ts';
export { readInResponseOrder } from './in-response-order.ts';
export { createUploadDescriber, type UploadedBytes } from './uploaded-bytes.ts';
export { maskSecrets } from './mask-secrets.ts';
export { openRecordFile, type RecordFile } from './record-file.ts';
export { largestBody, unpackBody } from './unpack-body.ts';
export { NotARecording } from './read-pieces.ts';
export { createNotes, type RecordingNotes } from './read-recording.ts';
export type { RecordedExchange, RecordedRequest, RecordedResponse } from './recorded-exchange.ts';
export * from './recording-fetch.ts';
