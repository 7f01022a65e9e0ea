// Reads the `code` of a system or library error (`EADDRINUSE`, `ECONNREFUSED`, `ERR_JWT_EXPIRED`), or null.

export function errorCode(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null
  return typeof error.code === 'string' ? error.code : null
}
