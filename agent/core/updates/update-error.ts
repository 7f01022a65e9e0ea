// An update that did not come about, with the reason that people are told.
import type { UpdateFault } from '@pharmacy-relay/shared/update-codes.ts'

export class UpdateError extends Error {
  readonly code: UpdateFault
  constructor(code: UpdateFault, detail: string, options?: ErrorOptions) {
    super(detail, options)
    this.name = 'UpdateError'
    this.code = code
  }
}

/** Of a failed file operation: whether there was no room. */
export function diskError(error: unknown): UpdateError {
  if (error instanceof UpdateError) return error
  const code = error instanceof Error && 'code' in error ? error.code : null
  const text = error instanceof Error ? error.message : String(error)
  const isFull = code === 'ENOSPC' || code === 'EDQUOT'
  return new UpdateError(isFull ? 'disk_full' : 'not_kept', text, { cause: error })
}
