/** The parts a sandbox is made of, as one record. */
export { type ClockState, type SettableClock, createClock } from './clock.ts';
export {
  type AdmitUpload,
  type RequestTarget,
  type Call,
  type IncomingRequest,
  type KeyedOperation,
  type SandboxLimits,
  type Operate,
  type Override,
  type ReceiveBytes,
  type KeyedRequest,
  type Parts,
  type Upload,
  applyOverride,
} from './parts.ts';
