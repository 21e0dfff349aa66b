import { propertyName, Resource, type Shown, type Stored } from '../../shared/resources/resource.js';
import { DOMAIN } from '../domains/domain.resource.js';

const { domain, type, status, soa_email, ttl_sec, refresh_sec, retry_sec, expire_sec } = DOMAIN.fields;

/** The fields of a domain that its zone shows. */
export const ZONE_SETTINGS = new Resource('ZoneSettingsResponse', 'd', {
  domain,
  type,
  status,
  soa_email,
  ttl_sec,
  refresh_sec,
  retry_sec,
  expire_sec,
});

/** The settings under the names of the API, as versions store them. */
export type ZoneSettings = Shown<typeof ZONE_SETTINGS.fields>;
/** The properties of a domain that its zone shows. */
export type ZoneDomain = Stored<typeof ZONE_SETTINGS.fields>;

/** The properties of the domain that the restore of a version restores (D-241). */
export const RESTORED = ['ttlSec', 'refreshSec', 'retrySec', 'expireSec', 'soaEmail'] as const;
export type RestoredValues = Partial<Pick<ZoneDomain, (typeof RESTORED)[number]>>;

/** Converts settings to a domain's properties: the reverse of `ZONE_SETTINGS.shownOf`. */
export function zoneDomain(settings: ZoneSettings): ZoneDomain {
  const entries = Object.entries(settings).map(([name, value]) => [propertyName(name), value]);
  return Object.fromEntries(entries) as ZoneDomain;
}

/**
 * Whether the zones of two domains, or of one before and after a change, show different settings.
 */
export function showsDifferentZone(one: ZoneDomain, other: ZoneDomain): boolean {
  const [settings, others] = [ZONE_SETTINGS.shownOf(one), ZONE_SETTINGS.shownOf(other)];
  return areDifferent(settings, others);
}

/** Whether any of the settings differs. */
export function areDifferent(settings: ZoneSettings, others: ZoneSettings): boolean {
  const names = Object.keys(ZONE_SETTINGS.fields) as (keyof ZoneSettings)[];
  return names.some((name) => settings[name] !== others[name]);
}
