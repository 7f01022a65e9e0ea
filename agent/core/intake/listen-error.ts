// Why a port cannot be opened, as the code of an assignment's failure and as a reason.
import type { AssignmentFailure } from '@pharmacy-relay/shared/printer-assignment.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { Reason } from '@pharmacy-relay/shared/reasons/reason.ts'

export type ListenFault = Extract<AssignmentFailure, 'port_taken' | 'port_refused'>

export class ListenError extends Error {
  readonly fault: ListenFault
  readonly reason: Reason

  constructor(fault: ListenFault, why: Reason, cause: unknown) {
    super(why.detail, { cause })
    this.name = 'ListenError'
    this.fault = fault
    this.reason = why
  }
}

/** `error`: what the system said when it was asked to listen there. */
export function listenError(where: { readonly host: string | null; readonly port: number }, error: unknown) {
  const { host, port } = where
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'EADDRINUSE') return new ListenError('port_taken', reason('port_taken', { port }), error)
  return new ListenError('port_refused', refusalOf(code, host ?? 'all addresses', port), error)
}

function refusalOf(code: string, address: string, port: number): Reason {
  if (code === 'EACCES') return reason('port_not_allowed', { port })
  if (code === 'ERR_SOCKET_BAD_PORT') return reason('port_impossible', { port })
  if (code === 'EADDRNOTAVAIL') return reason('address_not_here', { address })
  return reason('port_not_opened', { port }, code)
}
