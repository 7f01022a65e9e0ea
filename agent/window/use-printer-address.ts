// The address of a network printer as somebody types it: what is wrong with it, and the id that it makes.
import { DEFAULT_PRINTER_PORT } from '@pharmacy-relay/shared/ids.ts'
import { useState } from 'preact/hooks'
import { useAgent } from './agent-context.ts'

export interface TypedAddress {
  readonly host: string
  readonly port: string
  /** The printer has a port within TLS. */
  readonly encrypted: boolean
  /** Once it was to be added; null where nothing is wrong. */
  readonly faults: { readonly host: string | null; readonly port: string | null }
  readonly typeHost: (host: string) => void
  readonly typePort: (port: string) => void
  readonly encrypt: (isWanted: boolean) => void
  readonly submit: () => Promise<void>
}

const HOST = /^[a-z0-9:.-]{1,253}$/i
/** Where printers with TLS have their raw port. */
const TLS_PORT = 9_143

/** `add`: whether it was added. */
export function usePrinterAddress(add: (id: string) => Promise<boolean>): TypedAddress {
  const { t } = useAgent()
  const { printers: texts } = t.windowPages
  const [host, typeHost] = useState('')
  const [port, typePort] = useState(usualPort(false))
  const [encrypted, setEncrypted] = useState(false)
  const [shown, setShown] = useState(false)
  const isHost = HOST.test(host.trim())
  const isPort = /^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535
  const submit = async (): Promise<void> => {
    setShown(true)
    if (!isHost || !isPort) return
    if (!(await add(`${encrypted ? 'tls' : 'tcp'}:${inBrackets(host.trim())}:${Number(port)}`))) return
    typeHost('')
    setShown(false)
  }
  const encrypt = (isWanted: boolean): void => {
    setEncrypted(isWanted)
    // Who typed another port meant it.
    if (port === usualPort(encrypted)) typePort(usualPort(isWanted))
  }
  const faults = {
    host: shown && !isHost ? texts.hostFault : null,
    port: shown && !isPort ? texts.portFault : null,
  }
  return { host, port, encrypted, faults, typeHost, typePort, encrypt, submit }
}

function usualPort(isEncrypted: boolean): string {
  return String(isEncrypted ? TLS_PORT : DEFAULT_PRINTER_PORT)
}

/** An IPv6 address, as the port behind it needs it. */
function inBrackets(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}
