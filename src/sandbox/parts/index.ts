/** The parts a sandbox is made of, as one record. */
export { type ClockState, type SettableClock, createClock } from './clock.ts';
export {
  type AdmitUpload,
  type RequestTarget,
  type Call,
  type IncomingRequest,
  type KeyedOperation,
  type Limits,
  type Operate,
  type Override,
  type ReceiveBytes,
  type ReceivedRequest,
  type SandboxParts,
  type Upload,
  applyOverride,
} from './parts.ts';
