import { SettingsReader } from '../shared/config/settings-reader.js';
import { serverAddress, type ServerAddress } from '../shared/networking/server-address.rules.js';

/** The signer's settings. */
export interface SignerSettings {
  /** Its role has the rights of PowerDNS's role. */
  readonly databaseUrl: string;
  readonly listen: ServerAddress;
  readonly logLevel: string;
}

/** @throws SettingsError which names every wrong setting */
export function readSignerSettings(env: NodeJS.ProcessEnv): SignerSettings {
  const from = new SettingsReader(env);
  const databaseUrl = from.url('DATABASE_URL', ['postgres:', 'postgresql:']);
  if (databaseUrl === undefined) from.wrong('DATABASE_URL', 'is required');
  const listen = serverAddress(from.text('LISTEN') ?? '0.0.0.0');
  if (!listen) from.wrong('LISTEN', 'must be an address with an optional port');
  const logLevel = from.matching('LOG_LEVEL', /^(fatal|error|warn|info|debug|trace|silent)$/, 'info');
  from.throwIfWrong();
  return { databaseUrl: databaseUrl!, listen: listen!, logLevel };
}
