/** Reports the progress of an upload: of each file, and of all files together. */
import { ignoreErrors } from '../transport/index.ts';
import type { PlannedFile } from './plan.ts';
import type { FileRun, UploadProgress } from './upload-run.ts';

/** Returns the size of each file in bytes; 0 for a file that cannot be opened, which its upload will report. */
export async function readSizes(plan: readonly PlannedFile[]): Promise<number[]> {
  const readSize = async ({ source }: PlannedFile) => (await source.open()).size;
  return Promise.all(plan.map((file) => readSize(file).catch(() => 0)));
}

/**
 * Creates the function that creates the `report` of a file.
 * @param sizes those of all files, which an upload corrects when it opens a file
 */
export function createReporter(
  sizes: readonly number[],
  onProgress: ((progress: UploadProgress) => unknown) | undefined,
) {
  const sentBytes = sizes.map(() => 0);
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  let filesDone = 0;
  return ({ file, filename, role }: PlannedFile): FileRun['report'] =>
    (stage, attempt, bytes) => {
      const size = sizes[file] ?? 0;
      if (stage === 'done') filesDone += 1;
      if (stage === 'put') sentBytes[file] = bytes;
      if (stage === 'done') sentBytes[file] = size;
      if (onProgress === undefined) return;
      const total = { files: sizes.length, filesDone, bytes: sum(sentBytes), size: sum(sizes) };
      ignoreErrors(() => onProgress({ file, filename, role, stage, attempt, bytes, size, total }));
    };
}
