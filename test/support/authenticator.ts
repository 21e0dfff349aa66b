import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** What a page asks of the browser (its `data-options`). */
interface AskedOptions {
  readonly challenge: string;
  readonly rpId?: string;
  readonly rp?: { readonly id: string };
  readonly user?: { readonly id: string };
  readonly allowCredentials?: readonly { readonly id: string }[];
  readonly excludeCredentials?: readonly { readonly id: string }[];
}

/** What an attacker's authenticator, or another page's browser, says instead of the truth. */
export interface Lies {
  readonly origin?: string;
  readonly rpId?: string;
  readonly verified?: boolean;
  readonly counter?: number;
  readonly userHandle?: string | null;
}

/** The options in the page's form that uses a passkey. */
export function askedOptions(text: string): AskedOptions {
  const [, json = ''] = /data-options="([^"]*)"/.exec(text) ?? [];
  return JSON.parse(json.replace(/&#(\d+);/g, (_all, code: string) => String.fromCharCode(Number(code))));
}

/** An authenticator with one passkey (ES256). It counts its signatures. */
export class Authenticator {
  readonly id = randomBytes(32);
  counter = 0;
  private userHandle = '';
  private readonly key: KeyObject;
  private readonly coordinates: { x?: string; y?: string };

  constructor(private readonly origin = 'http://localhost:3000') {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.key = privateKey;
    this.coordinates = publicKey.export({ format: 'jwk' });
  }

  /** The answer to `navigator.credentials.create`, as JSON. */
  create(options: AskedOptions, lies: Lies = {}): string {
    this.userHandle = options.user?.id ?? '';
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const credential = Buffer.concat([Buffer.alloc(16), length, this.id, this.publicKey()]);
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', this.data(options.rp?.id ?? '', HAS_CREDENTIAL, lies, credential)],
    ]);
    return this.json({
      clientDataJSON: this.clientData('webauthn.create', options, lies).toString('base64url'),
      attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url'),
      transports: ['internal', 'carrier pigeon'],
    });
  }

  /** The answer to `navigator.credentials.get`, as JSON. */
  get(options: AskedOptions, lies: Lies = {}): string {
    this.counter++;
    const authenticatorData = this.data(options.rpId ?? '', 0, lies);
    const clientData = this.clientData('webauthn.get', options, lies);
    const signed = Buffer.concat([authenticatorData, createHash('sha256').update(clientData).digest()]);
    return this.json({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authenticatorData.toString('base64url'),
      signature: sign('sha256', signed, this.key).toString('base64url'),
      userHandle: lies.userHandle === undefined ? this.userHandle : lies.userHandle,
    });
  }

  private json(response: object): string {
    const id = this.id.toString('base64url');
    return JSON.stringify({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response });
  }

  private clientData(type: string, { challenge }: AskedOptions, { origin = this.origin }: Lies): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  private data(rpId: string, flags: number, lies: Lies, credential: Buffer = Buffer.alloc(0)): Buffer {
    const verified = lies.verified === false ? 0 : USER_VERIFIED;
    const fields = Buffer.alloc(5);
    fields.writeUInt8(USER_PRESENT | verified | flags);
    fields.writeUInt32BE(lies.counter ?? this.counter, 1);
    const party = createHash('sha256')
      .update(lies.rpId ?? rpId)
      .digest();
    return Buffer.concat([party, fields, credential]);
  }

  /** COSE: key type EC2, ES256, P-256. */
  private publicKey(): Buffer {
    const { x = '', y = '' } = this.coordinates;
    const point = (value: string) => new Uint8Array(Buffer.from(value, 'base64url'));
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, point(x)],
      [-3, point(y)],
    ]);
    return Buffer.from(isoCBOR.encode(key as never));
  }
}
