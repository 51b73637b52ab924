/** Reads what a run may do, and how long it explores. */
import { existsSync } from 'node:fs';
import type { Consent, Depth } from '../../harness/evidence/index.ts';
import { exploreUsually, type RunOptions } from '../../harness/run/index.ts';
import { consents } from '../../harness/wire/index.ts';
import { suggest, WrongUsage } from '../shell/index.ts';

/** The options of `bookdist verify` that decide how long it runs, and what it plays. */
interface ExtentFlags {
  /** Milliseconds. */
  readonly explore?: number;
  readonly depth?: Depth;
  readonly only?: string;
  readonly replay?: string;
  readonly maxRequests?: number;
  readonly histories?: string;
  readonly explored?: string;
}

/** The requests of a run that may only read; lists have few situations. */
const readingRequests = 200;

/** A run that may not write has no books to explore, and one that selects requirements sends only their cases. */
export function chooseExploration(
  { explore, depth, only, replay, maxRequests = 0 }: ExtentFlags,
  allow: ReadonlySet<Consent>,
): RunOptions['explore'] {
  if (explore !== undefined)
    return { time: explore, requests: allow.has('write') ? undefined : readingRequests };
  if (only !== undefined || replay !== undefined || !allow.has('write')) return undefined;
  const { requests = 0 } = exploreUsually(depth);
  return { requests: Math.max(requests, maxRequests) };
}

const defaultHistoriesFile = 'drifted-histories.json';

/** The files that a run reads and updates; undefined for none. */
interface MemoryFiles {
  readonly histories: string | undefined;
  readonly explored: string | undefined;
}

/**
 * Returns the files of histories to play first, and of situations to avoid. A run of our own sandbox uses the default
 * file of histories only if it is named, because the histories of a service would pass there and be dropped.
 */
export function chooseMemory(
  { histories, explored, only, replay }: ExtentFlags,
  isOwnSandbox: boolean,
): MemoryFiles {
  if (only !== undefined || replay !== undefined)
    return { histories: undefined, explored: undefined };
  const isDefault = !isOwnSandbox && existsSync(defaultHistoriesFile);
  return { histories: histories ?? (isDefault ? defaultHistoriesFile : undefined), explored };
}

/** Reads `--allow`. Reading is always allowed, because a run without it could not test anything. */
export function readConsent(
  values: readonly string[] | undefined,
  isOwnSandbox: boolean,
): ReadonlySet<Consent> {
  if (values === undefined) return new Set(isOwnSandbox ? consents : ['read']);
  const unknown = values.find((value) => !consents.some((consent) => consent === value));
  if (unknown !== undefined) {
    throw new WrongUsage(
      `--allow takes ${consents.join(', ')}, not "${unknown}".${suggest(unknown, consents)}`,
    );
  }
  const needsWrite = values.find((value) => value === 'publish' || value === 'delete');
  if (needsWrite !== undefined && !values.includes('write')) {
    throw new WrongUsage(
      `--allow ${needsWrite} needs write as well, because a run only changes books that it created: --allow write,${needsWrite}.`,
    );
  }
  return new Set(consents.filter((consent) => consent === 'read' || values.includes(consent)));
}
