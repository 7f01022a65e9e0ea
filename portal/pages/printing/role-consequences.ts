// What each role would mean for a computer, said from how the pharmacy stands at this moment.
import { roleName, type RoleNumber } from '@pharmacy-relay/shared/device-role.ts'
import type { CustomerDetail, RelayComputer } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { printerText } from '@pharmacy-relay/shared/printer.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { computerName } from '../../views/computer-name.ts'

const NONE = 0
export const PRINTER_COMPUTER = 1
const CLIENT = 2

export function printerComputerOf(customer: CustomerDetail): RelayComputer | null {
  return customer.computers.find(({ role }) => role === PRINTER_COMPUTER) ?? null
}

/** Clients of the pharmacy, without that computer. */
export function clientCount(customer: CustomerDetail, without: number | null = null): number {
  return customer.computers.filter(({ role, id }) => role === CLIENT && id !== without).length
}

/** Labels of the whole pharmacy stop with this change: it is asked about once more. */
export function takesPrinterAway(computer: RelayComputer, role: RoleNumber): boolean {
  return computer.role === PRINTER_COMPUTER && role !== PRINTER_COMPUTER
}

interface Choice {
  readonly customer: CustomerDetail
  readonly computer: RelayComputer
  readonly role: RoleNumber
  readonly t: Texts
}

/** One to three sentences. */
export function consequences(choice: Choice): string[] {
  if (choice.role === PRINTER_COMPUTER) return ofPrinterComputer(choice)
  return choice.role === NONE ? ofNone(choice) : ofClient(choice)
}

function ofNone({ customer, computer, role, t }: Choice): string[] {
  const first = t.printing.becomesNone(computerName(computer))
  return takesPrinterAway(computer, role) ? [first, ...withoutPrinter(customer, t)] : [first]
}

function ofClient({ customer, computer, role, t }: Choice): string[] {
  if (takesPrinterAway(computer, role)) return withoutPrinter(customer, t)
  const printerComputer = printerComputerOf(customer)
  return printerComputer === null
    ? [t.printing.becomesClientOfNone(computerName(computer))]
    : [t.printing.becomesClient(computerName(computer), computerName(printerComputer))]
}

function withoutPrinter(customer: CustomerDetail, t: Texts): string[] {
  const clients = clientCount(customer)
  return clients === 0 ? [t.printing.losesPrinter] : [t.printing.losesPrinter, t.printing.othersWait(clients)]
}

function ofPrinterComputer({ customer, computer, t }: Choice): string[] {
  const p = t.printing
  if (computer.role === PRINTER_COMPUTER) return [p.staysPrinterComputer(computerName(computer))]
  const previous = printerComputerOf(customer)
  if (previous !== null) {
    const change = p.printerComputerBecomesClient(computerName(previous))
    return previous.isOnline ? [change] : [change, p.learnsOnReturn(computerName(previous))]
  }
  const clients = clientCount(customer, computer.id)
  const gets = p.getsPrinter(computerName(computer))
  return clients === 0 ? [gets] : [gets, p.othersPrintThrough(computerName(computer), clients)]
}

/** Who has the printer, and the computer's own role: what a person reads after somebody else was faster. */
export function asItIsNow({ customer, computer, t }: Omit<Choice, 'role'>): string[] {
  const printerComputer = printerComputerOf(customer)
  const { printerConfig } = customer
  const first =
    printerComputer === null || printerConfig === null
      ? t.printing.nowNoPrinterComputer
      : t.printing.nowPrinterComputer(
          computerName(printerComputer),
          printerText(printerConfig.printerName),
          printerConfig.tcpPort,
        )
  return printerComputer?.id === computer.id
    ? [first]
    : [first, t.printing.nowRole(computerName(computer), t.deviceRoles[roleName(computer.role)])]
}
