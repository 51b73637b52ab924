/** Recordings of traffic: read from files or taken from a fetch, in the form that the monitor needs. */
export { ClocksDiffer } from './find-gaps.ts';
export { createDestinations } from './destinations.ts';
export { createExchangeRecord, serviceAddress } from './exchange-record.ts';
export { readInSendingOrder, mergeBySentAt } from './in-sending-order.ts';
export {
  type AccountLabels,
  createAccountLabels,
  readInResponseOrder,
  createObservation,
  createSentRequest,
} from './observed.ts';
export { startUploadDescription, type UploadedBytes } from './uploaded-bytes.ts';
export { maskSecrets, openRecordFile, type RecordFile } from './mask-secrets.ts';
export { largestBody, unpackBody } from './unpack-body.ts';
export { NotARecording } from './read-pieces.ts';
export { createNotes, type RecordingNotes } from './read-recording.ts';
export type { RecordedExchange, RecordedRequest } from './recorded-exchange.ts';
export {
  type CallListener,
  createRecordingFetch,
  isNeverSent,
  recordRequest,
  recordResponse,
} from './recording-fetch.ts';
