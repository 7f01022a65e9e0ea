// The pharmacies and devices of a run, as the registry of sessions knows them; devices move between pharmacies.
import { createHash, randomUUID } from 'node:crypto'
import type { Registry } from '@pharmacy-relay/relay-server/hub/registry/registry.ts'
import { HubError } from '@pharmacy-relay/shared/hub/request-reply.ts'
import type { MemoryLink } from './memory-link.ts'

export interface WorldDevice {
  readonly installId: string
  /** Stays when it moves. */
  readonly deviceKey: string
  readonly computerId: number
  customerId: number
  connSeq: number
  /** The newest connection; null when it is off. */
  link: MemoryLink | null
  /** Connections that a newer one took over from at another hub, until somebody ends them. */
  older: MemoryLink[]
  /** What changes a device comes one after the other, as at the store. */
  changing: Promise<void>
  /** Pharmacies it was ever in: there it is known. */
  readonly wasIn: Set<number>
}

/** Devices are spread evenly. */
export function newWorld(pharmacies: number, devices: number): WorldDevice[] {
  return Array.from({ length: devices }, (_, n) => {
    const customerId = 1 + (n % pharmacies)
    return {
      installId: randomUUID(),
      deviceKey: createHash('sha256').update(`device ${n}`).digest('hex'),
      computerId: n + 1,
      customerId,
      connSeq: 0,
      link: null,
      older: [],
      changing: Promise.resolve(),
      wasIn: new Set([customerId]),
    }
  })
}

/** The registry as one hub sees it. */
export function registryOf(world: readonly WorldDevice[]): Registry {
  const byInstall = new Map(world.map((device) => [device.installId, device]))
  return {
    hubId: randomUUID(),
    open: async ({ sessionId, hello }) => {
      const device = byInstall.get(hello.installId)
      if (device === undefined) throw new HubError('NOT_PAIRED', 'Not a device of this run')
      device.connSeq += 1
      const { customerId, computerId, deviceKey, connSeq } = device
      const assignment = {
        version: 1,
        hash: '0'.repeat(64),
        role: 'None' as const,
        printerName: null,
        tcpPort: null,
        target: null,
        clients: [],
        standby: null,
      }
      return { kind: 'open', sessionId, customerId, computerId, deviceKey, connSeq, assignment }
    },
    pair: async () => {
      throw new HubError('PAIRING_REFUSED', 'Nobody pairs in this run')
    },
    close: async () => undefined,
    nudge: async () => undefined,
    silent: async () => undefined,
    report: async () => undefined,
    lease: async () => ({ kind: 'lease', leaseUntil: new Date().toISOString(), missing: [] }),
  }
}
