/** What hooks see of a request of Dredd, and what they make of it. */
import type { Account } from '../answers/account.ts';

/** The part of Dredd's transactions that is used here. */
export interface Transaction {
  readonly name: string;
  readonly host: string;
  readonly port: string | number;
  readonly origin: { readonly resourceName: string };
  readonly request: { method: string; body: string; headers: Record<string, string> };
  readonly expected: {
    statusCode: string;
    headers: Record<string, string>;
    bodySchema?: string;
  };
  readonly real: { readonly statusCode: string | number; readonly body: string } & {
    readonly headers: Record<string, string>;
  };
  fullPath: string;
  skip?: boolean;
  fail?: string | boolean;
}

export interface Scene {
  readonly account: Account;
  readonly transaction: Transaction;
}
