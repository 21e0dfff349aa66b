import { reasonOf, type Reason } from '../../shared/errors/reason.js';
import { lengthOf } from '../../shared/validation/characters.js';

const MAX_LENGTH = 16384;

const TYPE_AND_BLANK =
  /^(?:ssh-dss|ssh-rsa|ssh-ed25519|ecdsa-sha2-nistp(?:256|384|521)|sk-(?:ecdsa-sha2-nistp256|ssh-ed25519)(?:@openssh\.com)?)[ \t]/;

/** The reason to refuse a text as a public SSH key, or undefined (D-75). */
export function sshKeyFault(key: string): Reason | undefined {
  return keyFault(key, () => reasonOf('ssh_key_type'));
}

/**
 * The reason to refuse `authorized_keys`. It names the first faulty entry, counted from 1 (D-66,
 * D-75).
 */
export function authorizedKeysFault(keys: readonly string[]): Reason | undefined {
  for (const [index, key] of keys.entries()) {
    const fault = keyFault(key, () => reasonOf('authorized_key_type', { number: index + 1 }));
    if (fault) return fault;
  }
  return undefined;
}

/** Removes the line break at the end of a pasted key. */
export function trimmedSshKey(key: string): string {
  return key.trim();
}

function keyFault(key: string, notAKey: () => Reason): Reason | undefined {
  const line = trimmedSshKey(key);
  if (lengthOf(line) > MAX_LENGTH)
    return reasonOf('length_out_of_range', { minimum: 1, maximum: MAX_LENGTH });
  return isPublicKeyLine(line) ? undefined : notAKey();
}

/**
 * Whether the line has the form `TYPE BODY [comment]` of sshd(8), AUTHORIZED_KEYS FILE FORMAT,
 * without options. The line is trimmed, so a body follows the blank.
 */
function isPublicKeyLine(line: string): boolean {
  return TYPE_AND_BLANK.test(line) && !/[^\P{Cc}\t]|[\u2028\u2029]/u.test(line);
}
