import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../shared/config/settings.js';
import { sha256 } from '../../shared/secrets/sha256.js';
import type { PasskeyEntity } from './passkey.entity.js';
import type { NewPasskey } from './passkeys.repository.js';
import type { PresentedCredential } from './presented-credential.js';
import type { SignedInUser } from '../login/login-user.js';

/** ES256, EdDSA and RS256 (RFC 9053, RFC 8812). */
const ALGORITHMS = [-7, -8, -257];
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'];
const TIMEOUT_MILLISECONDS = 300_000;

/** A tenth of the time of a start: loaded when a passkey is first used. */
const library = () => import('@simplewebauthn/server');

type KnownPasskey = Pick<PasskeyEntity, 'credentialId' | 'transports'>;

/** A new passkey, before it has a name and a user. */
type CreatedPasskey = Pick<NewPasskey, 'credentialId' | 'publicKey' | 'counter' | 'transports'>;

/**
 * This service as WebAuthn's relying party: its id is the host of `PUBLIC_URL`, and only pages of
 * exactly that origin can use its passkeys. The authenticator verifies the user (PIN, fingerprint),
 * so that a passkey is two factors in one.
 */
@Injectable()
export class RelyingParty {
  private readonly id: string;
  private readonly origin: string;
  private readonly name: string;

  constructor(@Inject(SETTINGS) { publicUrl, serviceName }: Settings) {
    ({ hostname: this.id, origin: this.origin } = new URL(publicUrl));
    this.name = serviceName;
  }

  /**
   * The options of `navigator.credentials.create`.
   * @param known the user's passkeys, whose authenticators refuse
   */
  async creationOptions(
    { userId, username }: SignedInUser,
    challenge: Buffer,
    known: readonly KnownPasskey[],
  ) {
    const { generateRegistrationOptions } = await library();
    return generateRegistrationOptions({
      rpName: this.name,
      rpID: this.id,
      userName: username,
      userDisplayName: username,
      userID: new Uint8Array(userHandle(userId)),
      challenge: new Uint8Array(challenge),
      timeout: TIMEOUT_MILLISECONDS,
      excludeCredentials: known.map(descriptor),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      supportedAlgorithmIDs: ALGORITHMS,
    });
  }

  /**
   * The options of `navigator.credentials.get`.
   * @param known without it, the authenticator offers its own
   */
  async requestOptions(challenge: Buffer, known?: readonly KnownPasskey[]) {
    const { generateAuthenticationOptions } = await library();
    return generateAuthenticationOptions({
      rpID: this.id,
      challenge: new Uint8Array(challenge),
      timeout: TIMEOUT_MILLISECONDS,
      allowCredentials: known?.map(descriptor),
      userVerification: 'required',
    });
  }

  /** @returns undefined when the credential does not answer the options */
  async created(presented: PresentedCredential): Promise<CreatedPasskey | undefined> {
    const { verifyRegistrationResponse } = await library();
    const { registrationInfo } = await verify(async () => {
      await refuseCertificates(presented);
      return verifyRegistrationResponse({
        response: presented.json,
        expectedChallenge: presented.challenge.toString('base64url'),
        expectedOrigin: this.origin,
        expectedRPID: this.id,
        supportedAlgorithmIDs: ALGORITHMS,
      });
    });
    if (!registrationInfo) return undefined;
    const { id, publicKey, counter, transports } = registrationInfo.credential;
    return {
      credentialId: Buffer.from(id, 'base64url'),
      publicKey: Buffer.from(publicKey),
      counter,
      transports: TRANSPORTS.filter((transport) =>
        (transports as string[] | undefined)?.includes?.(transport),
      ),
    };
  }

  /**
   * @returns the authenticator's new signature count; undefined when the signature is wrong, or the
   * passkey may be a copy
   */
  async signatureCount(presented: PresentedCredential, passkey: PasskeyEntity): Promise<number | undefined> {
    if (presented.userHandle && !presented.userHandle.equals(userHandle(passkey.userId))) return undefined;
    const { verifyAuthenticationResponse } = await library();
    const { verified, authenticationInfo } = await verify(() =>
      verifyAuthenticationResponse({
        response: presented.json,
        expectedChallenge: presented.challenge.toString('base64url'),
        expectedOrigin: this.origin,
        expectedRPID: this.id,
        credential: {
          id: passkey.credentialId.toString('base64url'),
          publicKey: new Uint8Array(passkey.publicKey),
          // The library refuses a count that does not rise.
          counter: passkey.counter,
        },
      }),
    );
    return verified ? authenticationInfo?.newCounter : undefined;
  }
}

/**
 * The user's id for authenticators: the same for all passkeys of the user, and no personal data.
 */
function userHandle(userId: number): Buffer {
  return sha256(`passkey user ${userId}`);
}

function descriptor({ credentialId, transports }: KnownPasskey) {
  return { id: credentialId.toString('base64url'), transports };
}

/**
 * Refuses attestation certificates. Verifying one could fetch addresses that it names, and none was
 * requested.
 */
async function refuseCertificates({ json }: PresentedCredential): Promise<void> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  const { attestationObject } = json.response as { readonly attestationObject?: unknown };
  // Of an object, `Buffer.from` would make as many bytes as its member `length` says.
  if (typeof attestationObject !== 'string') throw new Error('an attestation that is no text');
  const bytes = Buffer.from(attestationObject, 'base64url');
  const attestation = decodeAttestationObject(new Uint8Array(bytes));
  const format = attestation.get('fmt');
  const isSelfSigned = format === 'packed' && !attestation.get('attStmt').get('x5c');
  if (format !== 'none' && !isSelfSigned) throw new Error('an attestation that was not asked for');
}

/** The library throws on any malformed input of the browser. */
async function verify<Result extends object>(check: () => Promise<Result>): Promise<Partial<Result>> {
  return check().catch(() => ({}));
}
