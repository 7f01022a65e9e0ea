// Whom a label is sent to: a computer or a test printer of the demo by its name, or any HOST:PORT.
import { parseTcpAddress, tcpAddressText } from '../../agent/core/printers/tcp-address.ts'
import type { SocketAddress } from '../../agent/core/printers/socket-writer.ts'
import type { DemoFile, DemoPharmacy } from '../start/demo-file.ts'
import { PHARMACIES } from '../start/demo-pharmacies.ts'

export interface Destination {
  /** For people: `COUNTER-1 (127.0.1.11:9100)`. */
  readonly text: string
  readonly address: SocketAddress
  /** What a refused connection comes from, as far as the demo file knows. */
  readonly whenRefused: string
  /** Where to see what became of the label; empty when that is not known. */
  readonly look: readonly string[]
}

/** `demo`: null when none was started here. Throws Error with words that list the names. */
export function destinationOf(given: string, demo: DemoFile | null): Destination {
  const found = demo === null ? undefined : everybody(demo).find(({ name }) => isSame(name, given))
  if (found !== undefined) {
    const { name, address, whenRefused, look } = found
    return { text: `${name} (${tcpAddressText(address)})`, address, whenRefused, look }
  }
  const address = parseTcpAddress(given)
  if (address === null) throw new Error(`${given} is no name of the demo and no HOST:PORT. ${namesIn(demo)}`)
  const whenRefused = 'Nothing listens there, or it serves somebody else.'
  return { text: tcpAddressText(address), address, whenRefused, look: [] }
}

/** The names that may be given, in a sentence. */
export function namesIn(demo: DemoFile | null): string {
  if (demo === null) return 'No demo was started here: npm start.'
  return `Names: ${everybody(demo)
    .map(({ name }) => name)
    .join(', ')}.`
}

type Named = Omit<Destination, 'text'> & { readonly name: string }

function everybody(demo: DemoFile): readonly Named[] {
  const printers = demo.testPrinters.map(({ name, rawHost, tcpPort, httpUrl }) => ({
    name,
    address: { host: rawHost, port: tcpPort },
    whenRefused: `Is the demo running (npm start)? A fault on ${httpUrl} refuses, too.`,
    look: [httpUrl],
  }))
  return [...demo.pharmacies.flatMap((pharmacy) => computersOf(demo, pharmacy)), ...printers]
}

function computersOf(demo: DemoFile, pharmacy: DemoPharmacy): readonly Named[] {
  const panel = `${demo.portalUrl}/relay/${pharmacy.storeId}`
  return pharmacy.computers.map(({ computerName, role, rawHost, tcpPort }) => ({
    name: computerName,
    address: { host: rawHost, port: tcpPort },
    whenRefused:
      role === 'None'
        ? `It had no role when the demo started, and then no port is open. Give it a role: ${panel}`
        : `Is the demo running (npm start), and ${computerName} with it (npm run demo -- list)?`,
    look: [...pageOf(demo, pharmacy), panel],
  }))
}

/** The page of the pharmacy's test printer. */
function pageOf({ testPrinters }: DemoFile, { storeId }: DemoPharmacy): string[] {
  const plan = PHARMACIES.find((pharmacy) => pharmacy.storeId === storeId)
  return testPrinters.filter(({ name }) => name === plan?.printer.name).map(({ httpUrl }) => httpUrl)
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
