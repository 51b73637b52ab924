/** The parts a sandbox is made of, as one record. */
export { type ClockState, type SettableClock, createClock } from './clock.ts';
export {
  type AdmitUpload,
  type AskedFor,
  type Call,
  type Incoming,
  type KeyedOperation,
  type Measures,
  type Operate,
  type Override,
  type Receive,
  type ReceivedRequest,
  type SandboxParts,
  type Upload,
  overridden,
} from './parts.ts';
