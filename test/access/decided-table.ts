/**
 * The table "Access and events per endpoint" of the decisions, with full paths, beside the spec's
 * column "Access". It is not made from `endpoints.ts`, which the test compares with it. `list`
 * shows only entities with a grant; `own` is for the user's own objects, which need no grant
 * (D-45).
 */
const TABLE = `
GET    /v4/vpcs                                | any                               | list
GET    /v4/vpcs/ips                            | ips:ro                            | list
POST   /v4/vpcs                                | vpc:rw                            | add_vpcs
GET    /v4/vpcs/{vpcId}                        | any                               | ro
PUT    /v4/vpcs/{vpcId}                        | vpc:rw                            | rw
DELETE /v4/vpcs/{vpcId}                        | vpc:rw                            | rw
GET    /v4/networking/vpcs/ips                 | ips:ro                            | list
GET    /v4/vpcs/{vpcId}/ips                    | ips:ro                            | ro
GET    /v4/vpcs/{vpcId}/subnets                | any                               | ro
GET    /v4/vpcs/{vpcId}/subnets/{vpcSubnetId}  | any                               | ro
POST   /v4/vpcs/{vpcId}/subnets                | vpc:rw                            | rw
PUT    /v4/vpcs/{vpcId}/subnets/{vpcSubnetId}  | vpc:rw                            | rw
DELETE /v4/vpcs/{vpcId}/subnets/{vpcSubnetId}  | vpc:rw                            | rw
GET    /v4/profile                             | any                               | own
GET    /v4/profile/grants                      | any                               | own
PUT    /v4/profile                             | account:rw                        | own
POST   /v4/profile/access                      | any                               | own
GET    /v4/profile/apps                        | account:ro                        | own
GET    /v4/profile/apps/{appId}                | account:ro                        | own of the user
DELETE /v4/profile/apps/{appId}                | account:rw                        | own of the user
GET    /v4/profile/devices                     | account:ro                        | own
GET    /v4/profile/devices/{deviceId}          | account:ro                        | own of the user
DELETE /v4/profile/devices/{deviceId}          | account:rw                        | own of the user
GET    /v4/profile/logins                      | account:ro                        | own
GET    /v4/profile/logins/{loginId}            | account:ro                        | own of the user
POST   /v4/profile/phone-number                | account:rw                        | own
POST   /v4/profile/phone-number/verify         | account:rw                        | own
DELETE /v4/profile/phone-number                | account:rw                        | own
GET    /v4/profile/preferences                 | account:ro                        | own
PUT    /v4/profile/preferences                 | account:rw                        | own
GET    /v4/profile/security-questions          | account:ro                        | own
POST   /v4/profile/security-questions          | account:rw                        | own
GET    /v4/profile/sshkeys                     | account:ro                        | own
POST   /v4/profile/sshkeys                     | account:rw                        | own
GET    /v4/profile/sshkeys/{sshKeyId}          | account:ro                        | own of the user
PUT    /v4/profile/sshkeys/{sshKeyId}          | account:rw                        | own of the user
DELETE /v4/profile/sshkeys/{sshKeyId}          | account:rw                        | own of the user
POST   /v4/profile/tfa-enable                  | account:rw                        | own
POST   /v4/profile/tfa-enable-confirm          | account:rw                        | own
POST   /v4/profile/tfa-disable                 | account:rw                        | own
GET    /v4/profile/tokens                      | account:ro                        | own
POST   /v4/profile/tokens                      | account:rw                        | own, no proxy
GET    /v4/profile/tokens/{tokenId}            | account:ro                        | own of the user
GET    /v4/profile/tokens/{tokenId}/restrictions | account:ro                      | own of the user
PUT    /v4/profile/tokens/{tokenId}            | account:rw                        | own of the user
DELETE /v4/profile/tokens/{tokenId}            | account:rw                        | own of the user
GET    /v4/domains                             | domains:ro                        | list
POST   /v4/domains                             | domains:rw                        | add_domains
POST   /v4/domains/import                      | domains:rw                        | add_domains
GET    /v4/domains/claims                      | domains:ro                        | add_domains
POST   /v4/domains/claims                      | domains:rw                        | add_domains
GET    /v4/domains/claims/{claimId}            | domains:ro                        | add_domains
POST   /v4/domains/claims/{claimId}/check      | domains:rw                        | add_domains
DELETE /v4/domains/claims/{claimId}            | domains:rw                        | add_domains
GET    /v4/domains/deleted                     | domains:ro                        | add_domains
POST   /v4/domains/deleted/{deletedId}/restore | domains:rw                        | add_domains
GET    /v4/domains/{domainId}                  | domains:ro                        | ro
GET    /v4/domains/{domainId}/zone-file        | domains:ro                        | ro
POST   /v4/domains/{domainId}/zone-file        | domains:rw                        | rw
POST   /v4/domains/{domainId}/changes          | domains:rw                        | rw
GET    /v4/domains/{domainId}/changes/{changeId} | domains:ro                      | ro
GET    /v4/domains/{domainId}/propagation      | domains:ro                        | ro
GET    /v4/domains/{domainId}/versions         | domains:ro                        | ro
GET    /v4/domains/{domainId}/versions/{version}/zone-file | domains:ro            | ro
GET    /v4/domains/{domainId}/versions/{version}/diff | domains:ro                 | ro
POST   /v4/domains/{domainId}/versions/{version}/restore | domains:rw              | rw
GET    /v4/domains/{domainId}/lint             | domains:ro                        | ro
GET    /v4/domains/{domainId}/dnssec           | domains:ro                        | ro
POST   /v4/domains/{domainId}/dnssec           | domains:rw                        | rw
POST   /v4/domains/{domainId}/dnssec/roll      | domains:rw                        | rw
POST   /v4/domains/{domainId}/dnssec/delegate  | domains:rw                    | rw
DELETE /v4/domains/{domainId}/dnssec           | domains:rw                        | rw
PUT    /v4/domains/{domainId}                  | domains:rw                        | rw
DELETE /v4/domains/{domainId}                  | domains:rw                        | rw
POST   /v4/domains/{domainId}/clone            | domains:rw                        | add_domains, ro
GET    /v4/domains/{domainId}/records          | domains:ro                        | ro
GET    /v4/domains/{domainId}/records/{recordId} | domains:ro                      | ro
GET    /v4/domains/{domainId}/records/{recordId}/note | domains:ro                 | ro
PUT    /v4/domains/{domainId}/records/{recordId}/note | domains:rw                 | rw
POST   /v4/domains/{domainId}/records          | domains:rw                        | rw
PUT    /v4/domains/{domainId}/records/{recordId} | domains:rw                      | rw
DELETE /v4/domains/{domainId}/records/{recordId} | domains:rw                      | rw
GET    /v4/images                              | open                              | list
GET    /v4/images/{imageId}                    | open; private: images:ro          | ro
POST   /v4/images                              | images:rw, instances:ro           | add_images
POST   /v4/images/upload                       | images:rw                         | add_images
PUT    /v4/images/{imageId}                    | images:rw                         | rw
DELETE /v4/images/{imageId}                    | images:rw                         | rw
GET    /v4/account                             | account:ro                        | admin
GET    /v4/account/limits                      | any                               | own
GET    /v4/account/events                      | events:ro or account:ro           | own
GET    /v4/account/events/{eventId}            | events:ro or account:ro           | ro or admin
POST   /v4/account/events/{eventId}/read       | events:ro or account:ro           | ro or admin
POST   /v4/account/events/{eventId}/seen       | events:ro or account:ro           | ro or admin
GET    /v4/account/users                       | account:ro                        | admin
GET    /v4/account/users/{username}            | account:ro                        | admin
GET    /v4/account/users/{username}/grants     | account:ro                        | admin
POST   /v4/account/users                       | account:rw                        | admin
PUT    /v4/account/users/{username}            | account:rw                        | admin
DELETE /v4/account/users/{username}            | account:rw                        | admin
PUT    /v4/account/users/{username}/grants     | account:rw                        | admin
GET    /v4/account/oauth-clients               | account:ro                        | admin
GET    /v4/account/oauth-clients/{clientId}    | account:ro                        | admin
POST   /v4/account/oauth-clients               | account:rw                        | admin
PUT    /v4/account/oauth-clients/{clientId}    | account:rw                        | admin
DELETE /v4/account/oauth-clients/{clientId}    | account:rw                        | admin
POST   /v4/account/oauth-clients/{clientId}/reset-secret | account:rw              | admin
GET    /v4/regions                             | open                              | own
GET    /v4/regions/{regionId}                  | open                              | own
`;

/** A row of the decisions' table. */
export interface Decided {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** Whether it needs no credential. */
  readonly isOpen: boolean;
  /** The caller needs all of them, or any one. */
  readonly scopes: readonly string[];
  readonly anyScope: boolean;
  /** The column "grant". */
  readonly grant: string;
}

export const DECIDED: readonly Decided[] = TABLE.trim()
  .split('\n')
  .map((line) => {
    const [endpoint = '', scope = '', grant = ''] = line.split('|').map((part) => part.trim());
    const [method = '', path = ''] = endpoint.split(/\s+/);
    const scopes = [...scope.matchAll(/(\w+):(ro|rw)/g)].map(
      ([, area, access]) => `${area}:${access === 'ro' ? 'read_only' : 'read_write'}`,
    );
    return {
      name: `${method} ${path}`,
      method: method as Decided['method'],
      path,
      isOpen: scope === 'open',
      scopes,
      anyScope: scope.includes(' or '),
      grant,
    };
  });
