/** D-220: the folder of all image objects in the store. */
export const IMAGES_FOLDER = 'images/';

const IMAGE_KEY = /^images\/[1-9]\d{0,15}-[0-9a-f]{32}$/;
const FORMER_IMAGE_KEY = /^[1-9]\d{0,15}-[0-9a-f]{32}$/;

/**
 * The key of an image's object in the store (D-220).
 * @param random 16 random bytes: no key is used twice.
 */
export function imageKey(imageId: number, random: Buffer): string {
  return `${IMAGES_FOLDER}${imageId}-${random.toString('hex')}`;
}

/**
 * Whether the service wrote an object with this key (D-220). It never deletes any other object as
 * an orphan.
 */
export function isImageKey(key: string): boolean {
  return IMAGE_KEY.test(key);
}

/** Whether an earlier release wrote an object with this key: it used no folder. */
export function isFormerImageKey(key: string): boolean {
  return FORMER_IMAGE_KEY.test(key);
}
