import type { CatalogueEntry } from './entry.js';

/** Refusals of images and their uploads. */
export const IMAGE_CODES = {
  upload_not_gzip: {
    reason: 'Data must be a gzip-compressed disk image.',
    title: 'The data are not gzip',
    explanation: 'The data are not compressed with gzip, or are incomplete or damaged.',
    remedy: 'Compress the disk with gzip and upload the file unchanged: curl -T disk.img.gz ADDRESS.',
  },
  upload_too_large: {
    reason: 'The image is too large.',
    title: 'The uncompressed image is too large',
    explanation: 'The limit is that of the disk after decompression.',
    remedy: 'Make the disk smaller before you compress it.',
  },
  upload_under_way: {
    reason: 'An upload to this address is in progress.',
    title: 'Another upload to the same address is running',
    explanation: 'An address accepts one upload at a time.',
    remedy: 'Wait for the other upload. If its connection broke, try again in a minute.',
  },
  image_limit: {
    reason: 'You have reached the maximum of {limit} private images.',
    title: 'The account has reached its maximum of private images',
    explanation: 'An account may have `limit` private images, including those in creation.',
    remedy: 'Delete an image that you no longer need, or ask the operators for more.',
  },
} as const satisfies Record<string, CatalogueEntry>;
