// Why a port cannot be opened, as a code and in words for people.
import type { AssignmentFailure } from '@pharmacy-relay/shared/printer-assignment.ts'

export type ListenFault = Extract<AssignmentFailure, 'port_taken' | 'port_refused'>

export class ListenError extends Error {
  readonly fault: ListenFault

  constructor(fault: ListenFault, words: string, cause: unknown) {
    super(words, { cause })
    this.name = 'ListenError'
    this.fault = fault
  }
}

/** `error`: what the system said when it was asked to listen there. */
export function listenError(where: { readonly host: string | null; readonly port: number }, error: unknown) {
  const { host, port } = where
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'EADDRINUSE') return new ListenError('port_taken', takenWords(port), error)
  return new ListenError('port_refused', wordsOf(code, host ?? 'all addresses', port), error)
}

function takenWords(port: number): string {
  return `Port ${port} is taken by another program on this computer: end that program, or choose another port in the panel`
}

function wordsOf(code: unknown, host: string, port: number): string {
  if (code === 'EACCES') return `This program may not listen on port ${port}: choose a port from 1024`
  if (code === 'ERR_SOCKET_BAD_PORT') return `${port} is no port: 1 to 65535`
  if (code === 'EADDRNOTAVAIL') return `${host} is not an address of this computer`
  return `Cannot listen on port ${port} of ${host}`
}
