// DeviceStatusChangedAsync: what the registry says about a device goes to the other devices of its pharmacy.
//
// While the hub's lease has lapsed the registry may think its devices gone: events wait, only the newest of each device.
import type { RelayEvent } from '@pharmacy-relay/shared/hub/store-hub.ts'
import type { HubCounters } from '../sessions/counters.ts'
import type { KnownDevices } from '../sessions/known-devices.ts'
import type { SessionTable } from '../sessions/session-table.ts'

export type PresenceEvent = Extract<RelayEvent, { kind: 'presence' }>

export interface StatusEventsParts {
  readonly table: SessionTable
  readonly known: KnownDevices
  readonly counters: HubCounters
}

/** Beyond it the event that has waited longest is dropped: its device's next change tells more. */
const MAX_HELD = 20_000

export class StatusEvents {
  readonly #parts: StatusEventsParts
  readonly #heldByDevice = new Map<string, PresenceEvent>()
  #holding = false

  constructor(parts: StatusEventsParts) {
    this.#parts = parts
  }

  /** Tells the pharmacy's other devices; an event that is not newer than the last of its device, or says the same, is dropped. */
  announce(event: PresenceEvent): void {
    if (!this.#parts.known.advance(event)) return
    if (this.#holding) this.#keep(event)
    else this.#tell(event)
  }

  hold(): void {
    this.#holding = true
  }

  release(): void {
    this.#holding = false
    for (const event of this.#heldByDevice.values()) this.#tell(event)
    this.#heldByDevice.clear()
  }

  #keep(event: PresenceEvent): void {
    const device = `${event.customerId} ${event.deviceKey}`
    this.#heldByDevice.delete(device)
    this.#heldByDevice.set(device, event)
    if (this.#heldByDevice.size <= MAX_HELD) return
    const oldest = this.#heldByDevice.keys().next()
    if (!oldest.done) this.#heldByDevice.delete(oldest.value)
  }

  #tell(event: PresenceEvent): void {
    for (const session of this.#parts.table.ofCustomer(event.customerId)) {
      if (session.opened?.deviceKey === event.deviceKey || !session.socket.usable) continue
      session.socket.tell('DeviceStatusChangedAsync', [event.deviceKey, event.status])
      this.#parts.counters.statusEventsTold += 1
    }
  }
}
