// Names by which Windows knows the printer that leads to this agent.

/** Of the port. Whatever prints on it comes back to this agent, so no queue on it is ever a label printer. */
export const LOCAL_PORT = 'PharmacyRelay'
/** Of the printer, as programs list it; people may give it another name. */
export const LOCAL_PRINTER = 'Pharmacy labels'
export const LOCAL_COMMENT = 'Hands labels to the pharmacy label agent of this computer'
/** Comes with Windows and hands on the bytes of a program as they are. */
export const PLAIN_DRIVER = 'Generic / Text Only'

/** Ports have no case in Windows. */
export function isLocalPort(port: string): boolean {
  return port.toLowerCase() === LOCAL_PORT.toLowerCase()
}
