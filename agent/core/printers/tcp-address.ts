// A printer's TCP address as text, HOST:PORT.
import net from 'node:net'
import type { SocketAddress } from './socket-writer.ts'

const HOST_NAME = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i
const MAX_HOST_CHARACTERS = 253

/** `printer.local:9100`, `192.168.1.50:9100`, `[fd00::5]:9100`. Null when the text is none. */
export function parseTcpAddress(text: string): SocketAddress | null {
  const [, v6, name, portText] = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(text) ?? []
  const port = Number(portText)
  const host = v6 ?? name ?? ''
  if (portText === undefined || port < 1 || port > 65_535 || host.length > MAX_HOST_CHARACTERS) return null
  const isHost = v6 === undefined ? net.isIPv4(host) || isName(host) : net.isIPv6(host)
  return isHost ? { host, port } : null
}

/** The reverse of parseTcpAddress. */
export function tcpAddressText({ host, port }: SocketAddress): string {
  return net.isIPv6(host) ? `[${host}]:${port}` : `${host}:${port}`
}

/** A name that ends in a number is how some resolvers write an IPv4 address. */
function isName(host: string): boolean {
  return HOST_NAME.test(host) && !/(^|\.)(\d+|0x[0-9a-f]*)$/i.test(host)
}
