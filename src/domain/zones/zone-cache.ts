/**
 * A least-recently-used cache of rendered zones, each as the bytes of its response. A caller gives
 * the version of the zone with its id, so that the cache never returns an old version.
 */
export class ZoneCache {
  private readonly zones = new Map<number, { readonly version: string; readonly bytes: Buffer }>();
  private size = 0;

  constructor(private readonly maxBytes: number) {}

  get(id: number, version: string): Buffer | undefined {
    const zone = this.zones.get(id);
    if (zone?.version !== version) return undefined;
    this.zones.delete(id);
    this.zones.set(id, zone);
    return zone.bytes;
  }

  set(id: number, version: string, bytes: Buffer): void {
    this.delete(id);
    if (bytes.length > this.maxBytes) return;
    this.zones.set(id, { version, bytes });
    this.size += bytes.length;
    for (const [oldest] of this.zones) {
      if (this.size <= this.maxBytes) return;
      this.delete(oldest);
    }
  }

  private delete(id: number): void {
    this.size -= this.zones.get(id)?.bytes.length ?? 0;
    this.zones.delete(id);
  }
}
