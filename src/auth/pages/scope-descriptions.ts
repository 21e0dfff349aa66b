interface AreaDescription {
  readonly title: string;
  /** Continues "View ...". */
  readonly view: string;
  /** Describes what `read_write` adds; follows a semicolon. */
  readonly change: string;
}

/** Describes each area of D-41 to the user who consents. */
const AREAS: Readonly<Record<string, AreaDescription>> = {
  account: {
    title: 'Account and profile',
    view: 'your profile, users and their grants, sign-ins and the list of your tokens',
    change: 'change your profile and users, and create and revoke tokens',
  },
  child_account: {
    title: 'Child accounts',
    view: 'the accounts under yours',
    change: 'act for the accounts under yours',
  },
  databases: {
    title: 'Databases',
    view: 'your managed databases',
    change: 'create, change and delete managed databases',
  },
  domains: {
    title: 'Domains',
    view: 'your domains and their DNS records',
    change: 'create, change and delete domains and DNS records',
  },
  events: { title: 'Events', view: 'what happened on your account', change: 'mark events as read' },
  firewall: { title: 'Firewalls', view: 'your firewalls', change: 'create, change and delete firewalls' },
  images: {
    title: 'Images',
    view: 'your private images',
    change: 'capture, upload, change and delete private images',
  },
  instances: {
    title: 'Instances',
    view: 'your instances, their disks and configurations',
    change: 'create, boot, change and delete instances',
  },
  ips: {
    title: 'IP addresses',
    view: 'the IP addresses of your account',
    change: 'assign, change and release IP addresses',
  },
  lke: {
    title: 'Kubernetes',
    view: 'your Kubernetes clusters',
    change: 'create, change and delete Kubernetes clusters',
  },
  longview: {
    title: 'Longview',
    view: 'your Longview monitoring clients',
    change: 'create, change and delete Longview clients',
  },
  nodebalancers: {
    title: 'NodeBalancers',
    view: 'your NodeBalancers',
    change: 'create, change and delete NodeBalancers',
  },
  object_storage: {
    title: 'Object storage',
    view: 'your buckets and access keys',
    change: 'create, change and delete buckets and access keys',
  },
  stackscripts: {
    title: 'StackScripts',
    view: 'your StackScripts',
    change: 'create, change and delete StackScripts',
  },
  volumes: { title: 'Volumes', view: 'your volumes', change: 'create, attach, change and delete volumes' },
  vpc: {
    title: 'VPCs',
    view: 'your private networks and subnets',
    change: 'create, change and delete private networks and subnets',
  },
};

/** One scope as the consent page shows it (D-149). */
export interface ScopeDescription {
  readonly title: string;
  readonly text: string;
  readonly access: 'read' | 'write' | 'everything';
}

/** @param scope a canonical scope name of D-41 */
export function describeScope(scope: string): ScopeDescription {
  if (scope === '*') {
    return {
      title: 'Everything',
      text: 'View, change and delete everything on your account that you can, your profile and tokens included.',
      access: 'everything',
    };
  }
  const [area = '', access] = scope.split(':');
  const description = AREAS[area];
  if (!description) throw new Error(`no description of the scope ${scope}`);
  return access === 'read_write'
    ? { title: description.title, text: `View ${description.view}; ${description.change}.`, access: 'write' }
    : { title: description.title, text: `View ${description.view}.`, access: 'read' };
}
