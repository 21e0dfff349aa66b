import Provider, { errors, type KoaContextWithOIDC } from 'oidc-provider';

/**
 * The parameter that an authorization request in progress has when its client sent a
 * `redirect_uri`.
 */
const GIVEN = 'redirect_uri_given';

type Code = InstanceType<Provider['AuthorizationCode']> & { givenRedirectUri?: true };

/** The library's static members, which its types leave out. */
interface Codes {
  readonly IN_PAYLOAD: readonly string[];
  find(value: string, ...options: unknown[]): Promise<Code | undefined>;
}

/** Marks the authorization request whose client sent a `redirect_uri`. */
export function noteRedirectUri({ query, oidc }: KoaContextWithOIDC): void {
  if (query.redirect_uri) Object.assign(oidc.params as object, { [GIVEN]: true });
}

/**
 * Requires the exchange of a code to name the `redirect_uri` that the authorization request named
 * (RFC 6749, 4.1.3). The library falls back to the registered address in both requests, and so
 * accepts an exchange without it.
 */
export function requireRedirectUriAtExchange({ AuthorizationCode }: Provider): void {
  const codes = AuthorizationCode as unknown as Codes;
  const { save } = AuthorizationCode.prototype;
  const find = codes.find.bind(codes);
  Object.defineProperty(codes, 'IN_PAYLOAD', { value: [...codes.IN_PAYLOAD, 'givenRedirectUri'] });
  AuthorizationCode.prototype.save = function (this: Code) {
    if (Provider.ctx?.oidc.entities.Interaction?.params[GIVEN]) this.givenRedirectUri = true;
    return save.call(this);
  };
  codes.find = async (value, ...options) => {
    const code = await find(value, ...options);
    const { client, body } = Provider.ctx!.oidc;
    if (code?.givenRedirectUri && code.clientId === client?.clientId && !body?.redirect_uri)
      throw new errors.InvalidRequest("missing required parameter 'redirect_uri'");
    return code;
  };
}
