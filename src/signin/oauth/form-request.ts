import { IncomingMessage } from 'node:http';
import type { Request } from 'express';
import { canonicalScopes } from '../../auth/scope.rules.js';
import { clientAddress } from '../../shared/http/request/client-address.js';
import { readForm } from '../http/form.js';

const FORM = 'application/x-www-form-urlencoded';

/**
 * A token or revocation request in the one form that the OAuth library reads: what D-151 allows besides (multipart, no
 * grant type, `scopes`, other spellings of scopes) is brought to it.
 */
export class FormRequest extends IncomingMessage {
  /**
   * What a refresh asks to narrow the scope to, null when that is no scope; kept from the library, which would compare
   * names only and not what they cover.
   */
  narrowedScope: string | null | undefined;
  /** D-50. */
  readonly address: string;

  private constructor(request: Request, form: URLSearchParams) {
    super(request.socket);
    this.address = clientAddress(request);
    const body = Buffer.from(form.toString());
    this.method = 'POST';
    this.url = request.originalUrl;
    this.headers = {
      ...request.headers,
      accept: 'application/json',
      'content-type': FORM,
      'content-length': String(body.length),
    };
    delete this.headers['transfer-encoding'];
    // Else the end of reading would count as a broken connection and close the socket.
    this.complete = true;
    this.push(body);
    this.push(null);
  }

  /** @throws Invalid for a body that is neither kind of form, or too long. */
  static async of(request: Request): Promise<FormRequest> {
    const form = await readForm(request);
    if (!form.has('grant_type')) form.set('grant_type', 'authorization_code');
    if (form.has('scopes') && !form.has('scope')) form.set('scope', form.get('scopes') ?? '');
    const scope = form.getAll('scope');
    const narrows = form.get('grant_type') === 'refresh_token' && scope.length === 1 && scope[0] !== '';
    if (narrows) form.delete('scope');
    const wrapped = new FormRequest(request, form);
    if (narrows) wrapped.narrowedScope = canonicalScopes(scope[0] ?? '') ?? null;
    return wrapped;
  }
}
