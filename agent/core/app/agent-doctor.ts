// The check of this computer, put together of every part that knows something of a label's way.
import os from 'node:os'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import { Doctor } from '../doctor/doctor.ts'
import type { Relay } from '../relay/relay.ts'
import type { AgentPrinting } from './agent-printing.ts'
import type { AgentSelf } from './agent-self.ts'

export interface AgentDoctorParts {
  readonly clock: Clock
  readonly dataFolder: string
  readonly self: AgentSelf
  readonly printing: AgentPrinting
  readonly relay: Relay
}

export function createDoctor({ clock, dataFolder, self, printing, relay }: AgentDoctorParts): Doctor {
  return new Doctor({
    clock,
    dataFolder,
    platform: process.platform,
    setup: () => printing.path.setup.now,
    status: () => printing.status(),
    link: printing.path.link,
    printer: printing.path.health,
    openJobs: () => printing.path.spool.board.jobs(),
    peers: self.peers,
    computerName: () => self.settings.values().ComputerName ?? '',
    hub: () => relay.connection(),
    hubAheadMs: () => relay.hubAheadMs(),
    interfaces: () => os.networkInterfaces(),
  })
}
