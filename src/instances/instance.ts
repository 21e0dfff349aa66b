/** An instance, as compute reports it (platform-api.md, Compute). */
export interface InstanceFacts {
  readonly id: number;
  readonly accountId: number;
  readonly label: string;
  readonly region: string;
  readonly status: string;
  readonly disks: readonly DiskFacts[];
  readonly configs: readonly ConfigFacts[];
}

export interface DiskFacts {
  readonly id: number;
  readonly label: string;
  /** MiB */
  readonly size: number;
  /** The path of its raw bytes, relative to `DISK_DIR`. */
  readonly source: string | null;
}

export interface ConfigFacts {
  readonly id: number;
  readonly label: string;
  readonly interfaces: readonly InterfaceFacts[];
}

export interface InterfaceFacts {
  readonly id: number;
  readonly purpose: string;
  readonly subnetId: number | null;
  readonly active: boolean;
  readonly address: string | null;
  readonly nat11: string | null;
  readonly ranges: readonly string[];
}

/** A disk and its instance. */
export interface AttachedDisk extends DiskFacts {
  readonly instance: Pick<InstanceFacts, 'id' | 'label'>;
}

/** The user who reads. A restricted user sees only instances that they have a grant on (D-45). */
export interface Viewer {
  readonly accountId: number;
  readonly userId: number;
  readonly restricted: boolean;
  /** The restrictions of a narrowed token; instances belong to `rest` (D-279). */
  readonly narrowing: { readonly openKinds: readonly string[] } | null;
}
