// What staff can do with many computers at once, and why one of them is left as it is. The texts are in shared/texts.

export const bulkActions = ['update', 'printers', 'role-none'] as const
export type BulkActionKind = (typeof bulkActions)[number]

/** Of one form; of a longer list its first so many. */
export const MAX_BULK = 500
/** A computer that was connected within so many days is not taken for gone. */
export const GONE_DAYS = 7

/** `printer`: its pharmacy prints on it. `recent`: not away for GONE_DAYS. `gone`: removed or moved since it was shown. */
export type BulkObstacle = 'none' | 'printer' | 'connected' | 'recent' | 'offline' | 'gone'
