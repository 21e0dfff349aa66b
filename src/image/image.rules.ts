import { notValid, type Rule } from '../shared/validation/rule.js';
import { description, label } from '../shared/validation/rules.js';

const PRIVATE = 'private/';
const NUMBER = /^[1-9]\d{0,15}$/;
const MIB = 1024 * 1024;

/**
 * The largest compressed upload: 5 GB (spec: Images rule 3), counted as GiB like all sizes here.
 */
export const MAX_UPLOAD_BYTES = 5 * 1024 * MIB;

/** D-118. */
export function imageLabel(): Rule {
  return label(1, 128);
}

/** spec: Image `description`; an empty text counts as no description (D-119). */
export function imageDescription(): Rule {
  return description(0, 65_000);
}

/** D-126. */
export function imageRegion(): Rule {
  return {
    schema: { type: 'string', example: 'us-east' },
    check(value, key, { regions }) {
      const allowed = regions.map(({ id }) => id);
      return allowed.some((id) => id === value) ? undefined : { ...notValid(key), allowed };
    },
  };
}

/** The image that an `{imageId}` in a path names. */
type ImageName =
  | {
      readonly kind: 'private';
      /** Undefined if no image can have this id. */
      readonly id: number | undefined;
    }
  | { readonly kind: 'public'; readonly publicId: string };

/** D-115, D-185: every id below `private/` is private, also a malformed one. */
export function parseImageId(text: string): ImageName {
  if (!text.startsWith(PRIVATE)) return { kind: 'public', publicId: text };
  const digits = text.slice(PRIVATE.length);
  const id = NUMBER.test(digits) ? Number(digits) : NaN;
  return { kind: 'private', id: Number.isSafeInteger(id) ? id : undefined };
}

/** spec: the `id` of a private image. */
export function privateImageId(id: number): string {
  return `${PRIVATE}${id}`;
}

/** D-121: the size in MB (which are MiB) of uncompressed bytes, rounded up. */
export function sizeMb(bytes: number): number {
  return Math.ceil(bytes / MIB);
}

/** The bytes of a size in MB (which are MiB). */
export function bytesOfMb(mb: number): number {
  return mb * MIB;
}

/** D-120. */
export function capabilitiesOf(cloudInit: boolean): string[] {
  return cloudInit ? ['cloud-init'] : [];
}

/** D-119: stores an empty description as null. */
export function storedDescription(description: string | null | undefined): string | null {
  return description || null;
}
