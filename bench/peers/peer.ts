/** What a peer is: another tool that can be pointed at a service, and what it says of it. */

/** A service to judge, as its user would be given it. */
export interface Target {
  /** The base address with the version prefix; leads through a proxy that counts. */
  readonly api: string;
  /** The base address alone. */
  readonly origin: string;
  readonly key: string;
  /** An empty folder of this run. */
  readonly work: string;
}

/** A tool after it was installed. */
export interface Tool {
  /** The folder it was installed into. */
  readonly home: string;
  /** Files that are the same for every run. */
  readonly prepared: string;
}

export interface Told {
  /** What was typed. */
  readonly command: string;
  /** What it complains of: stable names, without ids and values of the run. */
  readonly complaints: readonly string[];
  /** Why nothing can be concluded, when it broke off. */
  readonly broke?: string;
}

export interface Peer {
  readonly name: string;
  readonly version: string;
  /** How it says that something is wrong. */
  readonly complains: string;
  /** What its user set up. */
  readonly setup: string;
  /** Puts it into a folder; throws with the reason when it cannot be had. */
  readonly install: (home: string) => Promise<void>;
  /** Writes what is the same for every run into its folder. */
  readonly prepare?: (tool: Tool) => Promise<void>;
  readonly ask: (target: Target, tool: Tool) => Promise<Told>;
}
