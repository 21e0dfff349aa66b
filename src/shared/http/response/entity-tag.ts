import { hash } from 'node:crypto';

/** The tags of bodies that are kept, such as rendered zone files: nobody changes their bytes. */
const known = new WeakMap<Buffer, string>();

/** A strong entity tag (RFC 9110 section 8.8.3): two answers have the same one when their bodies are the same bytes. */
export function entityTag(body: Buffer | string): string {
  if (typeof body === 'string') return tagOf(body);
  const tag = known.get(body) ?? tagOf(body);
  known.set(body, tag);
  return tag;
}

function tagOf(body: Buffer | string): string {
  return `"${hash('sha256', body, 'base64url')}"`;
}

/** `If-None-Match`: compared weakly (RFC 9110 section 13.1.2). */
export function isAmong(tag: string | undefined, header: string | undefined): boolean {
  if (tag === undefined || header === undefined) return false;
  return header.trim() === '*' || tagsOf(header).some((one) => one.replace(/^W\//, '') === tag);
}

/** `If-Match`: compared strongly (RFC 9110 section 13.1.1). @param tag undefined when nothing is there */
export function matches(tag: string | undefined, header: string): boolean {
  return tag !== undefined && (header.trim() === '*' || tagsOf(header).includes(tag));
}

/** The members of a list of tags; what is no tag is left out. */
function tagsOf(header: string): string[] {
  return header.match(/(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g) ?? [];
}
