import { secondarySettings } from './secondaries.js';

/** The settings of a service whose nameservers are ns1 and ns2.provider.land, in a world with this resolver. */
export function landSettings(resolver: string) {
  return {
    ...secondarySettings(['127.0.0.89']),
    NAMESERVERS: 'ns1.provider.land,ns2.provider.land',
    RESOLVERS: resolver,
    AXFR_ALLOWED_NETWORKS: '127.0.0.0/8',
  };
}

/** The beginning of a zone file: one nameserver, and a minute for caches. */
export function zoneHead(origin: string, server: string, serial = 1): string {
  return `$ORIGIN ${origin}
$TTL 60
@ IN SOA ${server} admin.land. ${serial} 3600 600 86400 60
@ IN NS ${server}
`;
}
