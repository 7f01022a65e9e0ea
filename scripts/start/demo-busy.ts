// Which places of the demo somebody else holds: its labels' port on every address, and the test printers' pages.
import net from 'node:net'
import type { Environment } from '@pharmacy-relay/shared/env.ts'
import { PHARMACIES } from './demo-pharmacies.ts'
import { readDemoPorts, type DemoPorts } from './demo-ports.ts'
import { demoPrinters } from './demo-printers.ts'

interface Place {
  readonly name: string
  readonly host: string
}

interface PortUse {
  readonly what: string
  readonly setting: keyof DemoPorts
  readonly port: number
  readonly places: readonly Place[]
}

/** The demo's ports by the settings. Throws with words when one of them cannot be used. */
export async function freeDemoPorts(environment: Environment): Promise<DemoPorts> {
  const ports = readDemoPorts(environment)
  const busy = await busyDemoPorts(ports)
  if (busy.length > 0) throw new Error(busy.join('\n'))
  return ports
}

/** One line for each port that cannot be listened on, naming the setting that changes it. */
export async function busyDemoPorts(ports: DemoPorts): Promise<string[]> {
  const { Demo__LabelPort: labelPort } = ports
  const printers = demoPrinters(ports)
  const computers = PHARMACIES.flatMap((pharmacy) => pharmacy.computers)
  const takers = [
    ...computers.map(({ computerName, address }) => ({ name: computerName, host: address })),
    ...printers.map(({ name, rawHost }) => ({ name, host: rawHost })),
  ]
  const labels = lineOf({ what: 'labels', setting: 'Demo__LabelPort', port: labelPort, places: takers })
  const pages = printers.map(async ({ name, httpUrl }) => {
    const { hostname, port } = new URL(httpUrl)
    const places = [{ name, host: hostname }]
    return lineOf({ what: "a printer's page", setting: 'Demo__PagePort', port: Number(port), places })
  })
  return (await Promise.all([labels, ...pages])).filter((line) => line !== null)
}

async function lineOf({ what, setting, port, places }: PortUse): Promise<string | null> {
  const faults = await Promise.all(places.map(async (place) => faultOf(place, port)))
  const where = faults.filter((fault) => fault !== null)
  if (where.length === 0) return null
  const rest = where.length > 2 ? ` and ${where.length - 2} more` : ''
  const holders = `${where.slice(0, 2).join(', ')}${rest}`
  return `Port ${port} for ${what} is in use on ${holders}. Choose another with ${setting}=<port>, or stop the program that holds it.`
}

/** Null: it is free. */
async function faultOf({ name, host }: Place, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const probe = net.createServer()
    probe.once('error', ({ code }: NodeJS.ErrnoException) =>
      resolve(`${host} (${name}${code === 'EADDRINUSE' ? '' : `: ${code ?? 'no reason'}`})`),
    )
    probe.listen({ host, port }, () => probe.close(() => resolve(null)))
  })
}
