/** The database that a store belongs to (D-220). */
interface StoreOwner {
  readonly databaseId: string;
  /** A restored backup gets a new generation: the store may have changed since the backup. */
  readonly generation: string;
}

/** The key of the marker object, which names the store's owner. */
export const MARKER_KEY = 'cloud-account-image-store.json';

export function markerText({ databaseId, generation }: StoreOwner): string {
  return `${JSON.stringify({ database_id: databaseId, generation })}\n`;
}

/** Reads the owner from the marker; null when the text is not a marker. */
export function parseMarker(text: string): StoreOwner | null {
  try {
    const { database_id: databaseId, generation } = JSON.parse(text) as Record<string, unknown>;
    return typeof databaseId === 'string' && typeof generation === 'string'
      ? { databaseId, generation }
      : null;
  } catch {
    return null;
  }
}

/**
 * Why this database must not use the store; undefined if the marker names this database (D-220).
 */
export function conflictWithMarker(marker: string, self: StoreOwner): string | undefined {
  const owner = parseMarker(marker);
  if (owner?.databaseId !== self.databaseId) return 'belongs to another database';
  if (owner.generation === self.generation) return undefined;
  return 'belongs to another generation of this database, before or after a restored backup';
}
