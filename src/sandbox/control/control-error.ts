/** The error with which an operation of the control API refuses a call. */

/** Ends a control call with a status and a sentence. */
export class ControlError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.name = 'ControlError';
    this.status = status;
  }
}
