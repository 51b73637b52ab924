/** Samples of every operation in four languages. CI runs each of them against the sandbox. */
import type { OperationId } from '../../contract/operations.ts';
import { curlSample } from './curl.ts';
import { clientSample, fetchSample } from './javascript.ts';
import { pythonSample } from './python.ts';
import { sampleCall } from './sample-call.ts';

export interface Sample {
  /** The language for syntax colours. */
  readonly lang: string;
  /** The language as the page shows it. */
  readonly label: string;
  readonly source: string;
}

/** Returns the samples of an operation, in the order of the page. */
export function samplesOf(id: OperationId): readonly Sample[] {
  const call = sampleCall(id);
  return [
    { lang: 'Shell', label: 'curl', source: curlSample(call) },
    { lang: 'TypeScript', label: 'Client', source: clientSample(id) },
    { lang: 'JavaScript', label: 'fetch', source: fetchSample(call) },
    { lang: 'Python', label: 'Python', source: pythonSample(call) },
  ];
}
