/** The options of `bookdist caller` as commander parses them. */
export interface CallerFlags {
  readonly only?: readonly string[];
  readonly list?: boolean;
  readonly serve?: string;
  readonly port: number;
  readonly storyFile?: string;
  readonly env?: readonly string[];
  readonly copy?: string;
  readonly seed?: string;
  readonly jobs?: number;
  /** Milliseconds. */
  readonly limit?: number;
  readonly minReached?: number;
  readonly keepGoing?: boolean;
  readonly out: string;
  readonly format?: readonly string[];
}
