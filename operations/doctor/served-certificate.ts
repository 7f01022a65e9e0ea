// The certificates that people and agents are served, not those that lie in files.
import tls from 'node:tls'
import type { Config } from '../machine/config-file.ts'

const ASK_MS = 3_000

/** Of panel, shop and gateway, where they are HTTPS. */
export function servedOrigins(config: Config): Record<string, string> {
  const origins = {
    panel: config['Portal__PublicUrl'],
    shop: config['Storefront__PublicUrl'],
    gateway: config['Portal__GatewayPublicUrl'],
  }
  return Object.fromEntries(
    Object.entries(origins).filter(
      (entry): entry is [string, string] => entry[1]?.startsWith('https://') === true,
    ),
  )
}

/** Until when the certificate is good that is served there; null when nothing answers. Whether it is trusted is not asked. */
export async function servedUntil(origin: string): Promise<Date | null> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve) => {
    const socket = tls.connect({
      host: hostname,
      port: Number(port || 443),
      servername: hostname,
      rejectUnauthorized: false,
    })
    const end = (until: Date | null) => (socket.destroy(), resolve(until))
    socket.setTimeout(ASK_MS, () => end(null)).once('error', () => end(null))
    socket.once('secureConnect', () => end(new Date(socket.getPeerCertificate().valid_to)))
  })
}
