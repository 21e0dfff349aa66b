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
