// The real relay hub on a free port, with a registry in memory that gives out roles and tells certificates as the store API does.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { SystemReport } from '@pharmacy-relay/shared/device.ts'
import type { Endorsement } from '@pharmacy-relay/shared/endorsement.ts'
import type {
  AssignmentBody,
  ConfigProgress,
  PrinterAssignment,
} from '@pharmacy-relay/shared/printer-assignment.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import type { RelayHub } from '@pharmacy-relay/relay-server/hub/relay-hub.ts'
import { onTestFinished } from 'vitest'
import { documentOf, fingerprintOf } from '../kit/assigning-registry.ts'
import { createRigHub, type RigRegistry } from '../kit/hub.ts'
import { deviceKeyOf, NO_PART } from '../kit/programs.ts'

/** Where a computer takes labels as PrinterComputer, and on which printer. */
export interface Place {
  readonly addresses: readonly string[]
  readonly port: number
  readonly printer: string | null
}

export interface Roles {
  readonly server: string
  readonly clients: readonly string[]
  /** Clients as well, which are no agents and apply nothing. */
  readonly others?: readonly string[]
}

interface Device {
  readonly place: Place
  sessionId: string | null
  fingerprints: string[]
  endorsements: Endorsement[]
  successor: string | undefined
  document: PrinterAssignment
  progress: ConfigProgress | null
}

export class PharmacyHub {
  readonly #devices = new Map<string, Device>()
  readonly #nameBySession = new Map<string, string>()
  readonly #hub: RelayHub
  readonly #server = createServer()
  #roles: Roles | null = null
  /** Instead of what a computer reported: what a hub in the wrong hands may say. */
  readonly lies = new Map<string, string[]>()

  constructor() {
    this.#hub = createRigHub(this.#server, this.#registry())
  }

  /** Ends with the test. */
  async start(): Promise<{ readonly host: string; readonly port: number }> {
    this.#hub.start()
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    onTestFinished(async () => {
      await this.#hub.stop()
      this.#server.closeAllConnections()
      this.#server.close()
    })
    const address = this.#server.address()
    return { host: '127.0.0.1', port: address !== null && typeof address === 'object' ? address.port : 0 }
  }

  /** A computer that may register from now on. */
  add(computerName: string, place: Place): void {
    this.#devices.set(computerName, {
      place,
      sessionId: null,
      fingerprints: [],
      endorsements: [],
      successor: undefined,
      progress: null,
      document: documentOf(NO_PART, 1),
    })
  }

  /** A Client that is no agent. */
  addStranger(computerName: string, fingerprint: string): void {
    this.add(computerName, { addresses: [], port: 9_100, printer: null })
    this.#device(computerName).fingerprints = [fingerprint]
  }

  /** Online, and its certificate has come. */
  knows(computerName: string): boolean {
    const { sessionId, fingerprints } = this.#device(computerName)
    return sessionId !== null && fingerprints.length > 0
  }

  /** Resolves once all of them have applied it. */
  async assign(roles: Roles): Promise<void> {
    this.#roles = roles
    this.publish()
    const names = [roles.server, ...roles.clients]
    await until('the roles', () => names.every((name) => this.isApplied(name)))
  }

  isApplied(computerName: string): boolean {
    const { progress, document } = this.#device(computerName)
    if (progress?.state === 'failed') throw new Error(`${computerName}: ${progress.reason}`)
    return progress?.state === 'applied' && progress.hash === document.hash
  }

  /** Sends every computer its document, where it is another than before. */
  publish(): void {
    for (const [name, device] of this.#devices) {
      const body = this.#bodyOf(name)
      const next = documentOf(body, device.document.version + 1)
      if (next.hash === device.document.hash) continue
      device.document = next
      const { sessionId, document: assignment } = device
      if (sessionId !== null) this.#hub.pushAssignments([{ sessionId, assignment }])
    }
  }

  #bodyOf(name: string): AssignmentBody {
    const { place, successor: successorFingerprint } = this.#device(name)
    const own = successorFingerprint === undefined ? {} : { successorFingerprint }
    const roles = this.#roles
    if (roles?.server === name) {
      const named = [...roles.clients, ...(roles.others ?? [])]
      const clients = named.map((computerName) => ({
        computerName,
        ...this.#identityOf(computerName),
      }))
      const { printer: printerName, port: tcpPort } = place
      return { ...NO_PART, ...own, role: 'Server', printerName, tcpPort, clients }
    }
    if (roles === null || !roles.clients.includes(name)) return { ...NO_PART, ...own }
    const { addresses, port: tcpPort } = this.#device(roles.server).place
    const target = { computerName: roles.server, addresses: [...addresses], tcpPort }
    return { ...NO_PART, ...own, role: 'Client', target: { ...target, ...this.#identityOf(roles.server) } }
  }

  #identityOf(name: string) {
    const { fingerprints, endorsements } = this.#device(name)
    const certificateFingerprints = this.lies.get(name) ?? fingerprints
    return { deviceKey: deviceKeyOf(name), certificateFingerprints, endorsements }
  }

  #device(name: string): Device {
    const device = this.#devices.get(name)
    if (device === undefined) throw new Error(`${name} is not part of this`)
    return device
  }

  #heardOf(device: Device, { certificate, successor }: SystemReport): void {
    if (certificate === null || certificate === undefined) return
    const present = fingerprintOf(certificate)
    device.successor = successor?.endorsement.fingerprint
    device.fingerprints = [present, ...(device.successor === undefined ? [] : [device.successor])]
    const endorsement = successor?.endorsement
    const isNew = device.endorsements.every((one) => one.fingerprint !== endorsement?.fingerprint)
    if (endorsement !== undefined && isNew) device.endorsements = [...device.endorsements, endorsement]
    this.publish()
  }

  #registry(): RigRegistry {
    return {
      open: async ({ sessionId, registration }) => {
        const { computerName, pharmacyId } = registration
        const device = this.#device(computerName)
        device.sessionId = sessionId
        this.#nameBySession.set(sessionId, computerName)
        return {
          kind: 'open',
          sessionId,
          customerId: pharmacyId,
          connSeq: 1,
          computerId: this.#nameBySession.size,
          deviceKey: deviceKeyOf(computerName),
          assignment: device.document,
        }
      },
      close: async ({ sessionId }) => {
        const device = this.#device(this.#nameBySession.get(sessionId) ?? '')
        if (device.sessionId === sessionId) device.sessionId = null
      },
      report: async ({ sessionId, config, system }) => {
        const device = this.#device(this.#nameBySession.get(sessionId) ?? '')
        if (config !== null) device.progress = config
        if (system !== null) this.#heardOf(device, system)
      },
    }
  }
}
