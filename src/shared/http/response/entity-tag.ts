import { hash } from 'node:crypto';

/** Caches the tags of stored bodies, such as rendered zone files. Their bytes never change. */
const known = new WeakMap<Buffer, string>();

/**
 * A strong entity tag (RFC 9110 section 8.8.3): responses with the same tag have bodies with the
 * same bytes.
 */
export function entityTag(body: Buffer | string): string {
  if (typeof body === 'string') return tagOf(body);
  const tag = known.get(body) ?? tagOf(body);
  known.set(body, tag);
  return tag;
}

/** Gives a body the tag of an object that determines its bytes. */
export function taggedAs(identity: object, body: Buffer): Buffer {
  known.set(body, tagOf(JSON.stringify(identity)));
  return body;
}

function tagOf(body: Buffer | string): string {
  return `"${hash('sha256', body, 'base64url')}"`;
}

/** Evaluates `If-None-Match` by weak comparison (RFC 9110 section 13.1.2). */
export function isAmong(tag: string | undefined, header: string | undefined): boolean {
  if (tag === undefined || header === undefined) return false;
  return header.trim() === '*' || tagsOf(header).some((one) => one.replace(/^W\//, '') === tag);
}

/**
 * Evaluates `If-Match` by strong comparison (RFC 9110 section 13.1.1).
 * @param tag undefined when the object does not exist
 */
export function matches(tag: string | undefined, header: string): boolean {
  return tag !== undefined && (header.trim() === '*' || tagsOf(header).includes(tag));
}

/** The tags in a list; ignores malformed members. */
function tagsOf(header: string): string[] {
  return header.match(/(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g) ?? [];
}
