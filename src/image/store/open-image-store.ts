import { DiskStore } from './disk-store.js';
import type { ImageStore } from './image-store.port.js';

const S3 = 's3://';
const FILE = 'file:';

/**
 * Opens the store that `IMAGE_STORE` names. Credentials and endpoint of S3 come from the usual
 * variables (`AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_REGION`, `AWS_ENDPOINT_URL`); its
 * SDK is loaded on demand.
 */
export async function openImageStore(
  address: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<ImageStore> {
  if (!address.startsWith(S3)) return new DiskStore(address.slice(FILE.length));
  const { S3Store } = await import('./s3-store.js');
  const endpoint = env.AWS_ENDPOINT_URL_S3 || env.AWS_ENDPOINT_URL || undefined;
  const region = env.AWS_REGION || env.AWS_DEFAULT_REGION || 'us-east-1';
  // S3 servers other than Amazon's rarely have a host name for each bucket.
  return new S3Store(address.slice(S3.length), { region, endpoint, forcePathStyle: endpoint !== undefined });
}
