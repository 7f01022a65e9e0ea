// What this computer sees of the first printer of the pharmacy and of the standby printer.
import type { LinkPort } from './link-port.ts'
import type { PrintSetup } from './print-setup.ts'
import type { SeenPrinter } from './printer-health.ts'
import { isPrinterAway, type StandbyFacts } from '../standby/standby-rule.ts'
import type { StandbyWhy } from '@pharmacy-relay/shared/labels/job-report.ts'

export interface SeenFromHere {
  readonly setup: PrintSetup
  readonly link: Pick<LinkPort, 'view' | 'there'>
  /** The printer of this computer. */
  readonly seen: SeenPrinter | null
}

export function standbyFacts(here: SeenFromHere): StandbyFacts {
  const { setup, seen } = here
  const isOwn = setup.standby?.target === null
  return {
    first: setup.role === 'Server' ? ownPrinter(seen) : printerAt(here, 'first'),
    isStandbyThere: (isOwn ? ownPrinter(seen) : printerAt(here, 'standby')) === 'there',
  }
}

function ownPrinter(seen: SeenPrinter | null): 'there' | StandbyWhy {
  const conditions = [...(seen?.conditions ?? [])]
  return seen !== null && isPrinterAway({ presence: 'unknown', conditions }) ? 'printer_away' : 'there'
}

/** One that says nothing of its printer is believed to have it. */
function printerAt({ link }: SeenFromHere, which: 'first' | 'standby'): 'there' | StandbyWhy {
  if ((link.view(which)?.path ?? null) === null) return 'computer_away'
  const told = link.there(which)?.view()?.now ?? null
  return told !== null && isPrinterAway(told) ? 'printer_away' : 'there'
}
