// The real relay hub with a registry in memory that gives out assignments and tells certificates as the store API does: who
// comes belongs to the pharmacy and pairs with any code, and whoever names a computer whose certificate changes gets a new version.
import { createServer } from 'node:http'
import { createHash, X509Certificate } from 'node:crypto'
import { listening, portOf } from '@pharmacy-relay/shared/test/listening.ts'
import { silentLogger, type Logger } from '@pharmacy-relay/shared/logger.ts'
import type { SystemReport } from '@pharmacy-relay/shared/device.ts'
import type { Endorsement } from '@pharmacy-relay/shared/endorsement.ts'
import type {
  AssignmentBody,
  ConfigProgress,
  PrinterAssignment,
} from '@pharmacy-relay/shared/printer-assignment.ts'
import type { RelayHub } from '@pharmacy-relay/relay-server/hub/relay-hub.ts'
import { createRigHub, openedAs, type RigRegistry } from './hub.ts'
import { deviceKeyOf, documentOf, NO_PART } from './programs.ts'

export type AssignmentByComputer = ReadonlyMap<string, AssignmentBody>

interface Device {
  sessionId: string | null
  certificate: string | null
  fingerprints: string[]
  endorsements: Endorsement[]
  successor: string | undefined
  addresses: string[]
  document: PrinterAssignment
  progress: ConfigProgress | null
}

export class AssigningHub {
  readonly #devices = new Map<string, Device>()
  readonly #server = createServer()
  readonly #told: string[] = []
  readonly #hub: RelayHub
  #assignments: AssignmentByComputer = new Map()
  #news = Promise.withResolvers<void>()
  /** Instead of the certificates that a computer reported: what a hub in the wrong hands may say. */
  readonly lies = new Map<string, string[]>()

  constructor(logger: Logger = silentLogger) {
    this.#hub = createRigHub(this.#server, this.#registry(), { logger })
  }

  /** 0 before it is started. */
  get port(): number {
    return portOf(this.#server)
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  async start(): Promise<void> {
    this.#hub.start()
    await listening(this.#server)
  }

  async stop(): Promise<void> {
    await this.#hub.stop()
    this.#server.closeAllConnections()
    this.#server.close()
  }

  /** A computer that may register from now on; one that is no agent brings the fingerprint of its certificate. */
  add(computerName: string, fingerprints: string[] = []): void {
    this.#devices.set(computerName, {
      fingerprints,
      sessionId: null,
      certificate: null,
      endorsements: [],
      successor: undefined,
      addresses: [],
      progress: null,
      document: documentOf(NO_PART, 1),
    })
  }
  /** Online, and its certificate has come. */
  knows(computerName: string): boolean {
    const { sessionId, fingerprints } = this.#device(computerName)
    return sessionId !== null && fingerprints.length > 0
  }

  /** As it reported it, PEM; null before. */
  certificateOf(computerName: string): string | null {
    return this.#device(computerName).certificate
  }

  /** Whoever is not in it has no part. Certificates are filled in, and the addresses of a target that has none. */
  assign(assignments: AssignmentByComputer): void {
    this.#assignments = assignments
    this.publish()
  }

  /** What devices reported, as the hub told the registry: all that portal and store API know of them. JSON, a line each. */
  told(): string {
    return this.#told.join('\n')
  }

  /** As the portal does; a request of shared/hub/device-requests.ts. */
  async askDevice(computerName: string, name: string, args: readonly unknown[]): Promise<unknown> {
    const { sessionId } = this.#device(computerName)
    if (sessionId === null) throw new Error(`${computerName} is offline`)
    return this.#hub.askDevice(sessionId, name, args)
  }

  /** The newest assignment, with all certificates. Throws in the computer's words when it cannot. */
  isApplied(computerName: string): boolean {
    const { progress, document } = this.#device(computerName)
    if (progress?.state === 'failed') throw new Error(`${computerName}: ${progress.reason}`)
    return progress?.state === 'applied' && progress.hash === document.hash && namesEveryCertificate(document)
  }

  /** Resolves once it is applied; rejects as isApplied throws. */
  async applied(computerName: string): Promise<void> {
    while (!this.isApplied(computerName)) await this.#news.promise
  }

  /** Sends every computer its document, where it is another than before. */
  publish(): void {
    for (const [name, device] of this.#devices) {
      const next = documentOf(this.#bodyOf(name, device), device.document.version + 1)
      if (next.hash === device.document.hash) continue
      device.document = next
      const { sessionId, document: assignment } = device
      if (sessionId !== null) this.#hub.pushAssignments([{ sessionId, assignment }])
    }
  }

  #bodyOf(name: string, { successor }: Device): AssignmentBody {
    const body = this.#assignments.get(name) ?? NO_PART
    const own = successor === undefined ? {} : { successorFingerprint: successor }
    const clients = body.clients.map((client) => ({ ...client, ...this.#identityOf(client) }))
    if (body.target === null) return { ...body, ...own, clients }
    const { addresses } = this.#named(body.target)
    const target = { ...body.target, ...this.#identityOf(body.target) }
    return {
      ...body,
      ...own,
      clients,
      target: target.addresses.length > 0 ? target : { ...target, addresses },
    }
  }

  #identityOf(named: { readonly deviceKey: string }) {
    const { name, fingerprints, endorsements } = this.#named(named)
    return { certificateFingerprints: this.lies.get(name) ?? fingerprints, endorsements }
  }

  #named({ deviceKey }: { readonly deviceKey: string }): Device & { readonly name: string } {
    const found = [...this.#devices].find(([name]) => deviceKeyOf(name) === deviceKey)
    if (found === undefined) throw new Error('an assignment names a computer that is not part of this')
    return { ...found[1], name: found[0] }
  }

  #device(name: string): Device {
    const device = this.#devices.get(name)
    if (device === undefined) throw new Error(`${name} is not part of this`)
    return device
  }

  #of(session: string): Device | undefined {
    return [...this.#devices.values()].find(({ sessionId }) => sessionId === session)
  }

  #heard(device: Device, { addresses, certificate, successor }: SystemReport): void {
    device.addresses = [...addresses]
    if (certificate !== null && certificate !== undefined) {
      device.certificate = certificate
      const endorsement = successor?.endorsement
      device.successor = endorsement?.fingerprint
      device.fingerprints = [
        fingerprintOf(certificate),
        ...(endorsement === undefined ? [] : [endorsement.fingerprint]),
      ]
      const isNew = device.endorsements.every(({ fingerprint }) => fingerprint !== endorsement?.fingerprint)
      if (endorsement !== undefined && isNew) device.endorsements = [...device.endorsements, endorsement]
    }
    this.publish()
  }

  #registry(): RigRegistry {
    return {
      open: async (opening) => {
        const { computerName } = opening.registration
        const device = this.#device(computerName)
        device.sessionId = opening.sessionId
        return openedAs(opening, [...this.#devices.keys()].indexOf(computerName) + 1, device.document)
      },
      close: async ({ sessionId }) => {
        const device = this.#of(sessionId)
        if (device !== undefined) device.sessionId = null
      },
      report: async (report) => {
        this.#told.push(JSON.stringify(report))
        const { sessionId, config, system } = report
        const device = this.#of(sessionId)
        if (device === undefined) return
        if (system !== null) this.#heard(device, system)
        if (config === null) return
        device.progress = config
        this.#news.resolve()
        this.#news = Promise.withResolvers()
      },
    }
  }
}

/** Of these computers; started. */
export async function startAssigningHub(assignments: AssignmentByComputer): Promise<AssigningHub> {
  const hub = new AssigningHub()
  for (const name of assignments.keys()) hub.add(name)
  hub.assign(assignments)
  await hub.start()
  return hub
}

function namesEveryCertificate({ clients, target }: PrinterAssignment): boolean {
  const peers = target === null ? clients : [...clients, target]
  return peers.every(({ certificateFingerprints }) => certificateFingerprints.length > 0)
}

function fingerprintOf(pem: string): string {
  return createHash('sha256').update(new X509Certificate(pem).raw).digest('hex')
}
