// Tests every place that a label of this computer comes by, at once and within 6 s; `agent doctor` and the panel ask.
//
// Labels are not disturbed: a link that is up is looked at, one that is not is opened for labels and doctor alike, the
// printer's lock gives way, and connections to the PrinterComputer close without a word.
import type { HubConnection, PrintingStatus } from '../../contract/agent-api.ts'
import { instant, type Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Diagnosis } from '@pharmacy-relay/shared/diagnosis.ts'
import type { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import type { Reason } from '@pharmacy-relay/shared/reasons/reason.ts'
import type { Interfaces } from '../intake/sender-address.ts'
import type { KnownPeers } from '../link/peers/known-peers.ts'
import { LinkError } from '../link/link-parts.ts'
import type { Which } from '../link/link-role.ts'
import { nameOf } from '../link/peers/peer-texts.ts'
import { waitedForPrinterMs, waitingHere, waitingThere } from '../printing/job-news.ts'
import type { LinkPort } from '../printing/link-port.ts'
import type { ComputerTarget, PrintSetup } from '../printing/print-setup.ts'
import type { PrinterHealth } from '../printing/printer-health.ts'
import type {
  ClientFound,
  DoctorFacts,
  PrinterLooked,
  PrinterThereFound,
  StandbyFound,
  TargetFound,
  Timed,
  WayFound,
} from './doctor-facts.ts'
import { readFirewall } from './firewall-rules.ts'
import { plain } from './hop.ts'
import { judged } from './judgement.ts'
import { isNear } from './near.ts'
import { knock, knockAtOwn, probeDisk, timed, within } from './probes.ts'

export interface DoctorParts {
  readonly setup: () => PrintSetup
  readonly status: () => PrintingStatus
  readonly link: Pick<LinkPort, 'view' | 'up' | 'links' | 'there'>
  readonly printer: Pick<PrinterHealth, 'look'>
  /** Labels that have not left, or that another computer has and that have not come out. */
  readonly openJobs: () => readonly PrintJob[]
  readonly peers: Pick<KnownPeers, 'target' | 'list'>
  readonly hub: () => HubConnection
  readonly hubAheadMs: () => number | null
  readonly interfaces: () => Interfaces
  readonly computerName: () => string
  readonly dataFolder: string
  readonly platform: NodeJS.Platform
  readonly clock: Clock
}

/** The hub waits 8 s. Longer than a connection and a handshake on one network. */
const LIMIT_MS = 6_000
/** Of these, for a printer at another computer to be asked: it answers within 3 s. */
const LOOK_MS = 3_500
const SYSTEMS: Readonly<Partial<Record<NodeJS.Platform, DoctorFacts['system']>>> = {
  win32: 'windows',
  linux: 'linux',
  darwin: 'macos',
}

export class Doctor {
  readonly #parts: DoctorParts
  #underWay: Promise<Diagnosis> | null = null

  constructor(parts: DoctorParts) {
    this.#parts = parts
  }

  /** Within 7 s. Who asks while one is under way gets the same. */
  async diagnose(): Promise<Diagnosis> {
    this.#underWay ??= this.#examine().finally(() => (this.#underWay = null))
    return this.#underWay
  }

  async #examine(): Promise<Diagnosis> {
    const { clock, computerName } = this.#parts
    const at = instant(clock.wallMs())
    const { value: facts, tookMs } = await timed(clock, async () => this.#facts())
    const whole = Math.min(60_000, Math.round(tookMs))
    return { computerName: plain(computerName(), 64), at, ...judged(facts), tookMs: whole }
  }

  async #facts(): Promise<DoctorFacts> {
    const { setup, status, openJobs, platform, hub, hubAheadMs, clock, dataFolder } = this.#parts
    const { role, target: assigned, printer: printerName } = setup()
    const { tcpPort: port, failed, pausedUntil } = status()
    const [ownListener, disk, target, printerThere, standby, firewall, printer] = await Promise.all([
      timed(clock, async () => this.#ownListener(port)),
      timed(clock, async () =>
        within(LIMIT_MS, probeDisk(clock, dataFolder), { clock, late: 'no answer' as const }),
      ),
      role === 'Client' && assigned !== null ? this.#target(assigned) : null,
      role === 'Client' && assigned !== null ? this.#printerThere('first', assigned.computerName) : null,
      this.#standby(),
      role === 'Server' && port !== null ? readFirewall(platform, port) : ('unknown' as const),
      role === 'Server' && printerName !== null ? this.#printer() : null,
    ])
    return {
      pausedForMs: pausedUntil === null ? null : Date.parse(pausedUntil) - clock.wallMs(),
      role,
      printerName,
      port,
      ownListener,
      disk,
      target,
      printerThere,
      standby,
      firewall,
      printer,
      system: SYSTEMS[platform] ?? 'unknown',
      assignmentFailure: failed?.reasons ?? null,
      waitedForPrinterMs: waitedForPrinterMs(openJobs(), clock.wallMs()),
      waitingHere: waitingHere(openJobs(), clock.wallMs()),
      // After the links were tried.
      hub: hub(),
      hubAheadMs: hubAheadMs(),
      clients: role === 'Server' ? this.#clients() : [],
    }
  }

  async #ownListener(port: number | null): Promise<Reason | null> {
    const host = this.#parts.setup().listen?.host ?? '127.0.0.1'
    return port === null ? null : knockAtOwn(this.#parts.clock, host, port)
  }

  async #target({ computerName, addresses, port }: ComputerTarget): Promise<TargetFound> {
    const { clock, interfaces, peers } = this.#parts
    const known = peers.target()
    const trust =
      known === null
        ? 'unknown'
        : 'deviceKey' in known
          ? 'trusted'
          : known.waitsForPerson
            ? 'changed'
            : 'unknown'
    const way = async (name: 'lan' | 'hub') =>
      timed(clock, async () => (trust === 'trusted' ? this.#way(name) : { kind: 'late' as const }))
    const [lan, hub, knocks] = await Promise.all([
      way('lan'),
      way('hub'),
      timed(clock, async () => (trust === 'trusted' ? this.#knocks(addresses, port) : [])),
    ])
    return { computerName, port, addresses, isNear: isNear(addresses, interfaces()), trust, lan, hub, knocks }
  }

  /** The other computer looks at its printer anew. A way that is not up is opened by then, or there is none. */
  async #printerThere(which: Which, computerName: string): Promise<Timed<PrinterThereFound>> {
    const { link, openJobs, clock } = this.#parts
    const looking = async (): Promise<PrinterThereFound> => {
      if (which === 'first') await this.#ways()
      const asking = link.there(which)?.look() ?? Promise.resolve()
      await within(LOOK_MS, asking, { clock, late: undefined })
      const told = link.there(which)?.view()?.now ?? null
      return { told, waiting: waitingThere(openJobs(), computerName, clock.wallMs()) }
    }
    return timed(clock, looking)
  }

  /** Null while labels go to the first printer. */
  async #standby(): Promise<StandbyFound | null> {
    const standby = this.#parts.status().standby ?? null
    if (standby === null || standby.inUse === null) return null
    const { computerName, isThere, isHere } = standby
    const told = isThere && !isHere ? await this.#printerThere('standby', computerName) : null
    const looked = isThere && isHere ? await this.#printer() : null
    return { computer: computerName, isThere, told, looked }
  }

  /** Resolves once one is up, or none can be in time for a question. */
  async #ways(): Promise<void> {
    const { link, clock } = this.#parts
    if ((link.view()?.path ?? null) !== null) return
    const opening = Promise.any([link.up('lan'), link.up('hub')]).catch(() => undefined)
    await within(LIMIT_MS - LOOK_MS, opening, { clock, late: undefined })
  }

  /** A link that is up says all that a connection could. */
  async #knocks(addresses: readonly string[], port: number) {
    const { link, clock } = this.#parts
    return link.view()?.path === 'lan' ? [] : knock(clock, addresses, port)
  }

  async #way(name: 'lan' | 'hub'): Promise<WayFound> {
    const { link, clock } = this.#parts
    const opening = link.up(name).then((): WayFound => ({ kind: 'up' }), failedWay)
    return within(LIMIT_MS, opening, { clock, late: { kind: 'late' as const } })
  }

  async #printer(): Promise<DoctorFacts['printer']> {
    const { printer, status, clock } = this.#parts
    const looking = async (): Promise<PrinterLooked | 'late'> => {
      const found = await printer.look()
      if (found === null) return 'late'
      const { printer: own, standby = null } = status()
      const conditions = own?.conditions ?? (standby?.isHere === true ? standby.conditions : [])
      return { ...found, conditions, hasAnswered: (own?.answeredAt ?? null) !== null }
    }
    return timed(clock, async () => within(LIMIT_MS, looking(), { clock, late: 'late' as const }))
  }

  #clients(): ClientFound[] {
    const { link, peers } = this.#parts
    const links = link.links()
    return peers
      .list()
      .filter(({ part }) => part !== 'target')
      .map((peer) => ({
        computerName: nameOf(peer),
        carriers: links.filter(({ deviceKey }) => deviceKey === peer.deviceKey).map(({ carrier }) => carrier),
        isChanged: peer.refused.length > 0,
      }))
  }
}

function failedWay(error: unknown): WayFound {
  if (!(error instanceof LinkError)) throw error
  const { code, reason } = rootOf(error)
  return { kind: 'failed', code, reason }
}

/** A handshake breaks off because of what happened below it. */
function rootOf(error: LinkError): LinkError {
  return error.cause instanceof LinkError ? rootOf(error.cause) : error
}
