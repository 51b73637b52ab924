/** Opens the store and the file storage that several sandbox processes share. */
import { openS3Storage, type FileStorage } from '../../sandbox/bytes/index.ts';
import { openSharedStore, type Store } from '../../sandbox/store/index.ts';
import { CannotDo, WrongUsage } from '../shell/index.ts';

interface SharedStorageFlags {
  readonly store?: string;
  readonly bytes?: string;
  readonly data?: string;
  readonly clock?: number;
}

type ReadVariable = (name: string) => string | undefined;

/** Opens both, or neither without the options. */
export async function openSharedStorage(
  flags: SharedStorageFlags,
  readVariable: ReadVariable,
): Promise<{ readonly store?: Store; readonly bytes?: FileStorage }> {
  const { store: storeUrl, bytes: bytesUrl } = flags;
  if (storeUrl === undefined && bytesUrl === undefined) return {};
  if (storeUrl === undefined || bytesUrl === undefined) {
    throw new WrongUsage('--store and --bytes go together: processes share both, or neither.');
  }
  if (flags.data !== undefined) throw new WrongUsage('--data and --store exclude each other.');
  if (flags.clock !== undefined) {
    throw new WrongUsage(
      '--clock sets the clock of one process. With --store, set it through the control API.',
    );
  }
  if (!/^postgres(ql)?:\/\/./.test(storeUrl) || !URL.canParse(storeUrl)) {
    throw new WrongUsage('--store takes postgres://user:password@host:port/database.');
  }
  const bucket = readBucketSettings(bytesUrl, readVariable);
  const bytes = await openOption('--bytes', () => openS3Storage(bucket));
  return { store: await openOption('--store', () => openSharedStore(storeUrl)), bytes };
}

function readBucketSettings(bytesUrl: string, readVariable: ReadVariable) {
  const [, bucket, folder = ''] = /^s3:\/\/([^/]+)\/?(.*)$/.exec(bytesUrl) ?? [];
  if (bucket === undefined)
    throw new WrongUsage('--bytes takes s3://bucket or s3://bucket/folder.');
  const requireVariable = (name: string) => {
    const value = readVariable(name);
    if (!value) throw new WrongUsage(`--bytes needs ${name} to be set.`);
    return value;
  };
  return {
    bucket,
    prefix: folder === '' || folder.endsWith('/') ? folder : `${folder}/`,
    endpoint: readVariable('AWS_ENDPOINT_URL_S3') ?? readVariable('AWS_ENDPOINT_URL'),
    region: readVariable('AWS_REGION') ?? 'us-east-1',
    accessKeyId: requireVariable('AWS_ACCESS_KEY_ID'),
    secretAccessKey: requireVariable('AWS_SECRET_ACCESS_KEY'),
    sessionToken: readVariable('AWS_SESSION_TOKEN'),
  };
}

/** Opens the storage of an option. The error omits its URL, which may contain a password. */
async function openOption<T>(flag: string, openStorage: () => Promise<T>): Promise<T> {
  try {
    return await openStorage();
  } catch (error) {
    throw new CannotDo(`${flag} cannot be used: ${describeCause(error)}`);
  }
}

function describeCause(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Node reports failed attempts at several addresses as one error without a message.
  const cause: unknown = error instanceof AggregateError ? error.errors[0] : error.cause;
  return ['', 'fetch failed'].includes(error.message) ? describeCause(cause) : error.message;
}
