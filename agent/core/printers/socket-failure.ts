// What the system's error codes mean for an attempt to reach a printer's socket.
import type { WriteFailureCode } from './write-outcome.ts'

const BUSY = ['ECONNREFUSED']
/** Only another address helps. */
const NOT_USABLE = [
  'ERR_SOCKET_BAD_PORT',
  'EINVAL',
  'EACCES',
  'EPERM',
  'EADDRNOTAVAIL',
  'ERR_INVALID_ARG_TYPE',
]

/** Of an error before the connection stood. */
export function connectFailure(error: NodeJS.ErrnoException): WriteFailureCode {
  const code = codeOf(error)
  if (BUSY.includes(code)) return 'printer_busy'
  return NOT_USABLE.includes(code) ? 'address_not_usable' : 'printer_unreachable'
}

/** With several addresses of one name, the code of the last try. */
export function codeOf(error: unknown): string {
  if (error instanceof AggregateError) return codeOf(error.errors.at(-1))
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
