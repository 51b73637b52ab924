/** Encodes a replay as one word, with a checksum that detects an incomplete copy. */
import { createHash } from 'node:crypto';
import { isRequirementId } from '../../contract/requirements.ts';
import type { Replay } from '../../harness/evidence/index.ts';
import { WrongUsage } from '../shell/index.ts';

/** The version of the format. It changes if older tokens would be misread. */
const tokenVersion = 1;

/** A replay with the requirement of the drift, which may differ from the requirement of the case. */
export interface RequirementReplay extends Replay {
  readonly about: string;
}

/** Encodes a replay. A token contains ids, numbers and paths of values, but no key and no address. */
export function createReplayToken(replay: RequirementReplay): string {
  const { requirement, about, sentence, seed, runs, path = '', history = '' } = replay;
  const fields = [requirement, about === requirement ? '' : about, sentence, seed, runs];
  const text = JSON.stringify([tokenVersion, ...fields, path, history]);
  return `${Buffer.from(text).toString('base64url')}.${computeChecksum(text)}`;
}

/**
 * Decodes a token.
 * @throws WrongUsage if it is truncated, mistyped or of another version
 */
export function parseReplayToken(token: string): RequirementReplay {
  const [encoded = '', expectedChecksum] = token.trim().split('.');
  const text = Buffer.from(encoded, 'base64url').toString('utf8');
  if (computeChecksum(text) !== expectedChecksum) {
    throw new WrongUsage('The --replay token is incomplete. Copy all of it from the report.');
  }
  const fields: unknown = JSON.parse(text);
  if (!Array.isArray(fields) || fields[0] !== tokenVersion) {
    throw new WrongUsage(
      'The --replay token comes from another version of bookdist. Use that version, or use --only and --seed.',
    );
  }
  const [, requirement, about, sentence, seed, runs, path, history] = Array.from<unknown>(fields);
  if (typeof requirement !== 'string' || !isRequirementId(requirement)) {
    throw new WrongUsage(
      `The --replay token is about ${String(requirement)}, which is not a requirement.`,
    );
  }
  return {
    requirement,
    about: typeof about === 'string' && about !== '' ? about : requirement,
    sentence: String(sentence),
    seed: Number(seed),
    runs: Number(runs),
    ...(typeof path === 'string' && path !== '' ? { path } : {}),
    ...(typeof history === 'string' && history !== '' ? { history } : {}),
  };
}

function computeChecksum(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 6);
}
