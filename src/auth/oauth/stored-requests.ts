import Provider, { errors } from 'oidc-provider';
import { canonicalScopes } from '../../access/scope.rules.js';
import { isStorable } from '../../shared/validation/characters.js';

const MAX_STATE_CHARACTERS = 1024;
const MAX_PARAMS_BYTES = 1792;

/** The parameters of D-147. The service ignores all others (RFC 6749, 3.1). */
const PARAMETERS = [
  'client_id',
  'response_type',
  'response_mode',
  'redirect_uri',
  'scope',
  'scopes',
  'state',
  'code_challenge',
  'code_challenge_method',
];

/**
 * The URL of an authorization request with only the parameters that the service knows. A valid
 * scope becomes canonical: the library refuses some spellings of D-42, such as two spaces.
 */
export function knownParameters(url: string): string {
  const [path, query] = url.split(/\?(.*)/s);
  if (query === undefined) return url;
  const known = [...new URLSearchParams(query)]
    .filter(([name]) => PARAMETERS.includes(name))
    .map(([name, value]): [string, string] => [
      name,
      name === 'scope' ? (canonicalScopes(value) ?? value) : value,
    ]);
  return `${path}?${new URLSearchParams(known)}`;
}

/** @throws InvalidRequest when the state is too long or not storable (D-212) */
export function requireStorableState(state: unknown): void {
  if (typeof state !== 'string') return;
  if ([...state].length > MAX_STATE_CHARACTERS) {
    throw new errors.InvalidRequest(`state must not be longer than ${MAX_STATE_CHARACTERS} characters`);
  }
  if (!isStorable(state)) throw new errors.InvalidRequest('state must not contain a NUL character');
}

/**
 * Limits the size of a stored authorization request, because anyone can send one (D-212). The
 * redirect address is the longest parameter; it is stored only when it differs from the registered
 * one.
 */
export function limitStoredRequests(provider: Provider): void {
  const { Interaction, Client } = provider;
  const { save } = Interaction.prototype;
  Interaction.prototype.save = async function (ttl) {
    const client = Provider.ctx?.oidc.client;
    if (client) this.params = compact(this.params, client.redirectUris?.[0]);
    return save.call(this, ttl);
  };
  const stored = Interaction as unknown as Finds;
  const find = stored.find.bind(stored);
  stored.find = async (uid) => {
    const found = await find(uid);
    if (!found) return undefined;
    const client = await Client.find(String(found.params.client_id));
    found.params = { redirect_uri: client?.redirectUris?.[0], ...found.params };
    return found;
  };
}

type Params = Record<string, unknown>;

/** The library's static `find`, which its types leave out. */
interface Finds {
  find(uid: string): Promise<InstanceType<Provider['Interaction']> | undefined>;
}

function compact({ redirect_uri, ...params }: Params, registered: string | undefined): Params {
  const stored = redirect_uri === registered ? params : { ...params, redirect_uri };
  if (Buffer.byteLength(JSON.stringify(stored)) > MAX_PARAMS_BYTES) {
    throw new errors.InvalidRequest('the request is too long');
  }
  return stored;
}
