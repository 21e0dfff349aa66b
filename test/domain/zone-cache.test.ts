import { ZoneCache } from '../../src/domain/zones/zone-cache.js';

const bytes = (length: number) => Buffer.alloc(length);
const kept = (cache: ZoneCache) => [1, 2, 3].filter((id) => cache.get(id, 'v'));

describe('[D-105] rendered zones in memory', () => {
  it('together have at most the bytes of the cache, and the one that was read longest ago goes first', () => {
    const cache = new ZoneCache(100);
    cache.set(1, 'v', bytes(40));
    cache.set(2, 'v', bytes(60));
    expect(kept(cache)).toEqual([1, 2]);
    cache.get(1, 'v');
    cache.set(3, 'v', bytes(60));
    expect(kept(cache)).toEqual([1, 3]);
  });

  it('do not have one that alone is larger than the cache', () => {
    const cache = new ZoneCache(100);
    cache.set(1, 'v', bytes(40));
    cache.set(2, 'v', bytes(101));
    expect(kept(cache)).toEqual([1]);
  });

  it('has no room for a zone that was replaced', () => {
    const cache = new ZoneCache(100);
    for (let version = 0; version < 5; version++) cache.set(1, String(version), bytes(60));
    cache.set(2, 'v', bytes(40));
    expect(cache.get(1, '4')).toHaveLength(60);
    expect(kept(cache)).toEqual([2]);
  });
});
