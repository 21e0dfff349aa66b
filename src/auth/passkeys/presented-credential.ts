import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';

/** A browser's `PublicKeyCredential` as JSON, with the members that are checked first. */
export interface PresentedCredential {
  readonly json: AuthenticationResponseJSON & RegistrationResponseJSON;
  readonly id: Buffer;
  readonly challenge: Buffer;
  /**
   * The user that a passkey belongs to. Authenticators omit it when the request named the passkey.
   */
  readonly userHandle: Buffer | undefined;
}

/** @returns undefined when the text is not a credential. The relying party checks the rest. */
export function presentedCredential(text: string | null): PresentedCredential | undefined {
  const json = parsed(text ?? '') as PresentedCredential['json'] | undefined;
  const clientData = json?.response?.clientDataJSON;
  if (typeof json?.id !== 'string' || typeof clientData !== 'string') return undefined;
  const signedData = parsed(Buffer.from(clientData, 'base64url').toString());
  const challenge = signedData?.challenge;
  if (typeof challenge !== 'string') return undefined;
  const { userHandle } = json.response;
  return {
    json,
    id: Buffer.from(json.id, 'base64url'),
    challenge: Buffer.from(challenge, 'base64url'),
    userHandle: typeof userHandle === 'string' ? Buffer.from(userHandle, 'base64url') : undefined,
  };
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
