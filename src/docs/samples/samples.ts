/** Every operation in each of four languages: what the page shows is what the sandbox is asked in CI. */
import type { OperationId } from '../../contract/operations.ts';
import { curlSample } from './curl.ts';
import { clientSample, fetchSample } from './javascript.ts';
import { pythonSample } from './python.ts';
import { sampleCall } from './sample-call.ts';

export interface Sample {
  /** What the page colours it as. */
  readonly lang: string;
  /** What the page calls it. */
  readonly label: string;
  readonly source: string;
}

/** The samples of an operation, in the order in which the page offers them. */
export function samplesOf(id: OperationId): readonly Sample[] {
  const call = sampleCall(id);
  return [
    { lang: 'Shell', label: 'curl', source: curlSample(call) },
    { lang: 'TypeScript', label: 'Client', source: clientSample(id) },
    { lang: 'JavaScript', label: 'fetch', source: fetchSample(call) },
    { lang: 'Python', label: 'Python', source: pythonSample(call) },
  ];
}
