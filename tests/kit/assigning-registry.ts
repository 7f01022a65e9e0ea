// A registry that knows one thing: which computer gets which assignment, with the certificates that the computers prove.
//
// Who comes belongs to the pharmacy, and pairs with any code. The first certificate of a computer is pinned, and whoever names that
// computer gets a new version.
import { createHash, X509Certificate } from 'node:crypto'
import type { SystemReport } from '@pharmacy-relay/shared/device.ts'
import type { PrinterConfigPush } from '@pharmacy-relay/shared/hub/store-hub.ts'
import type {
  AssignmentBody,
  ConfigProgress,
  PrinterAssignment,
} from '@pharmacy-relay/shared/printer-assignment.ts'
import { assignmentHash } from '@pharmacy-relay/relay-server/store-api/printing/assignment-hash.ts'
import type { RigRegistry } from './hub.ts'
import { deviceKeyOf } from './programs.ts'

export type AssignmentByComputer = ReadonlyMap<string, AssignmentBody>

interface Known {
  sessionId: string | null
  /** Null until it came for the first time. */
  fingerprint: string | null
  addresses: readonly string[]
  assignment: PrinterAssignment
}

export interface AssigningRegistryParts {
  /** A target without addresses gets those that it reports. */
  readonly assignments: AssignmentByComputer
  /** To devices that are online. */
  readonly push: (pushes: readonly PrinterConfigPush[]) => void
  /** `isWhole`: it is about the newest document, and that names a certificate for every peer. */
  readonly onProgress: (computerName: string, config: ConfigProgress, isWhole: boolean) => void
}

export function assigningRegistry(parts: AssigningRegistryParts): RigRegistry {
  const computers = new AssignedComputers(parts)
  return {
    open: async ({ sessionId, registration, certificate }) => {
      const { computerName, pharmacyId } = registration
      return {
        kind: 'open',
        sessionId,
        customerId: pharmacyId,
        connSeq: 1,
        computerId: computers.numberOf(computerName),
        deviceKey: deviceKeyOf(computerName),
        assignment: computers.opened(computerName, { sessionId, certificate }),
      }
    },
    report: async ({ sessionId, config, system }) => {
      if (system !== null) computers.reported(sessionId, system)
      if (config !== null) computers.progressed(sessionId, config)
    },
  }
}

class AssignedComputers {
  readonly #parts: AssigningRegistryParts
  readonly #known: ReadonlyMap<string, Known>

  constructor(parts: AssigningRegistryParts) {
    this.#parts = parts
    this.#known = new Map(
      [...parts.assignments].map(([name, body]) => [
        name,
        { sessionId: null, fingerprint: null, addresses: [], assignment: documentOf(body, 1) },
      ]),
    )
  }

  numberOf(name: string): number {
    return [...this.#known.keys()].indexOf(name) + 1
  }

  opened(
    name: string,
    { sessionId, certificate }: { readonly sessionId: string; readonly certificate: string },
  ): PrinterAssignment {
    const computer = this.#known.get(name)
    if (computer === undefined) throw new Error(`${name} is not part of this`)
    computer.sessionId = sessionId
    computer.fingerprint ??= fingerprintOf(certificate)
    return computer.assignment
  }

  reported(sessionId: string, { addresses }: SystemReport): void {
    const computer = this.#of(sessionId)?.[1]
    if (computer === undefined) return
    computer.addresses = addresses
    this.#parts.push([...this.#known].flatMap(([name, one]) => this.#renewed(name, one)))
  }

  progressed(sessionId: string, config: ConfigProgress): void {
    const found = this.#of(sessionId)
    if (found === undefined) return
    const [name, { assignment }] = found
    const isWhole = config.hash === assignment.hash && namesEveryCertificate(assignment)
    this.#parts.onProgress(name, config, isWhole)
  }

  #of(sessionId: string): [string, Known] | undefined {
    return [...this.#known].find(([, one]) => one.sessionId === sessionId)
  }

  #renewed(name: string, computer: Known): PrinterConfigPush[] {
    const body = this.#parts.assignments.get(name)
    if (body === undefined) return []
    const next = documentOf(this.#completed(body), computer.assignment.version + 1)
    if (next.hash === computer.assignment.hash) return []
    computer.assignment = next
    return computer.sessionId === null ? [] : [{ sessionId: computer.sessionId, assignment: next }]
  }

  #completed(body: AssignmentBody): AssignmentBody {
    const certificates = (deviceKey: string): { certificateFingerprints: string[] } => {
      const fingerprint = this.#byKey(deviceKey)?.fingerprint ?? null
      return { certificateFingerprints: fingerprint === null ? [] : [fingerprint] }
    }
    const clients = body.clients.map((client) => ({ ...client, ...certificates(client.deviceKey) }))
    if (body.target === null) return { ...body, clients }
    const { deviceKey, addresses } = body.target
    const reported = this.#byKey(deviceKey)?.addresses ?? []
    const target = { ...body.target, addresses: addresses.length > 0 ? addresses : [...reported] }
    return { ...body, clients, target: { ...target, ...certificates(deviceKey) } }
  }

  #byKey(deviceKey: string): Known | undefined {
    return [...this.#known].find(([name]) => deviceKeyOf(name) === deviceKey)?.[1]
  }
}

export function documentOf(body: AssignmentBody, version: number): PrinterAssignment {
  return { ...body, version, hash: assignmentHash(body) }
}

function namesEveryCertificate({ clients, target }: PrinterAssignment): boolean {
  const peers = target === null ? clients : [...clients, target]
  return peers.every(({ certificateFingerprints }) => certificateFingerprints.length > 0)
}

export function fingerprintOf(pem: string): string {
  return createHash('sha256').update(new X509Certificate(pem).raw).digest('hex')
}
