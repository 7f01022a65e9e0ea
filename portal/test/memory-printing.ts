// For tests: roles, printers and test labels over memory, with the rules of the store API.
import { printJobOf } from '@pharmacy-relay/shared/test/print-job.ts'
import type { EndpointHandlers } from '@pharmacy-relay/relay-server/http/endpoint-router.ts'
import type {
  ComputerPrinters,
  CustomerDetail,
  PrinterConfigChange,
  PrintingSaved,
  RelayComputer,
  StandbyPrinter,
} from '@pharmacy-relay/shared/api/relay-panel.ts'
import type { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import type { PrinterRow } from '@pharmacy-relay/shared/printer.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'

type PrintingHandlers = Pick<
  EndpointHandlers<typeof storeApi>,
  | 'setRole'
  | 'ListPrintersAsync'
  | 'lastPrinters'
  | 'savePrinterConfig'
  | 'saveStandby'
  | 'useFirstPrinter'
  | 'PrintTestLabelAsync'
>

const NONE = 0
const PRINTER_COMPUTER = 1
const CLIENT = 2
const AT = '2026-01-01T00:00:00.000Z'

export class MemoryPrinting {
  readonly #customers: readonly CustomerDetail[]
  /** The printers that a device reports; without an entry, two. */
  readonly printersByComputer = new Map<number, readonly PrinterRow[]>()
  /** Devices that are online and never answer. */
  readonly silentComputers = new Set<number>()
  /** How often somebody had the first printer used again. */
  firstAgain = 0
  /** What becomes of the next test label. */
  testLabel: Pick<PrintJob, 'state' | 'reasons'> = { state: 'sent_to_printer', reasons: [] }

  constructor(customers: readonly CustomerDetail[]) {
    this.#customers = customers
  }

  handlers(): PrintingHandlers {
    return {
      setRole: async ({ params, body, version }) =>
        this.#setRole(this.#find(params), { role: body.role, version }),
      savePrinterConfig: async ({ params, body, version }) =>
        this.#saveConfig(this.#find({ ...params, computerId: body.computerId }), { ...body, version }),
      saveStandby: async ({ params, body, version }) =>
        this.#saveStandby(this.#customer(params.customerId), body.standby, version),
      useFirstPrinter: async ({ params, version }) => {
        const customer = this.#customer(params.customerId)
        if ((customer.printerConfig?.standby ?? null) === null)
          throw new ProblemError('state_conflict', 'This pharmacy has no standby printer')
        checkVersion(customer, version)
        this.firstAgain += 1
        return changed(customer)
      },
      ListPrintersAsync: async ({ params, body }) => {
        const { computer } = this.#find({ ...params, ...body })
        this.#checkAnswers(computer)
        return { computerId: computer.id, answer: this.#printersOf(computer).printers }
      },
      lastPrinters: async ({ params }) => this.#printersOf(this.#find(params).computer),
      PrintTestLabelAsync: async ({ params }) => {
        const { computer } = this.#find(params)
        this.#checkAnswers(computer)
        return { computerId: computer.id, answer: jobOf(computer, this.testLabel) }
      },
    }
  }

  #setRole(found: Found, wanted: { readonly role: number; readonly version: number }): PrintingSaved {
    const { customer, computer } = found
    const { role } = wanted
    if (role !== NONE && role !== CLIENT)
      throw new ProblemError('state_conflict', 'Choose a printer and a port for the PrinterComputer')
    if (computer.role === role) return savedOf(customer)
    checkVersion(customer, wanted.version)
    if (computer.role === PRINTER_COMPUTER) retire(customer)
    Object.assign(computer, { role, printerName: null, tcpPort: null, printerComputerName: null })
    if (role === CLIENT) Object.assign(computer, targetOf(customer))
    return changed(customer)
  }

  #saveConfig(found: Found, wanted: PrinterConfigChange & { readonly version: number }): PrintingSaved {
    const { customer, computer } = found
    const { printerName, tcpPort } = wanted
    const stored = customer.printerConfig
    const isSame =
      stored?.printerComputerId === computer.id &&
      stored.printerName === printerName &&
      stored.tcpPort === tcpPort
    if (isSame) return savedOf(customer)
    checkVersion(customer, wanted.version)
    if (!computer.isOnline) throw offline()
    if (this.#printersOf(computer).printers.every(({ id }) => id !== printerName)) throw unknownPrinter()
    retire(customer)
    const id = (stored?.id ?? 0) + 1
    customer.printerConfig = { id, printerComputerId: computer.id, printerName, tcpPort, updatedAt: AT }
    Object.assign(computer, { role: PRINTER_COMPUTER, printerName, tcpPort, printerComputerName: null })
    for (const other of customer.computers)
      if (other.role === CLIENT) Object.assign(other, targetOf(customer))
    return changed(customer)
  }

  #saveStandby(customer: CustomerDetail, standby: StandbyPrinter | null, version: number): PrintingSaved {
    const config = customer.printerConfig
    if (JSON.stringify(config?.standby ?? null) === JSON.stringify(standby)) return savedOf(customer)
    checkVersion(customer, version)
    if (config === null) throw new ProblemError('state_conflict', 'Choose the PrinterComputer first')
    if (standby !== null) {
      const { computer } = this.#find({ customerId: customer.id, computerId: standby.computerId })
      if (!computer.isOnline) throw offline()
      if (this.#printersOf(computer).printers.every(({ id }) => id !== standby.printerName))
        throw unknownPrinter()
      Object.assign(computer, { role: CLIENT, ...targetOf(customer) })
    }
    config.standby = standby
    return changed(customer)
  }

  #customer(customerId: number): CustomerDetail {
    const customer = this.#customers.find(({ id }) => id === customerId)
    if (customer === undefined) throw new ProblemError('not_found', 'There is no such pharmacy')
    return customer
  }

  /** What the device reported last: as in life it does so when it connects. */
  #printersOf(computer: RelayComputer): ComputerPrinters {
    const computerId = computer.id
    if (!computer.isOnline && computer.lastOnlineAt === null)
      return { computerId, printers: [], reportedAt: null }
    const printers = this.printersByComputer.get(computerId) ?? TWO_PRINTERS
    return { computerId, printers: [...printers], reportedAt: AT }
  }

  #checkAnswers(computer: RelayComputer): void {
    if (!computer.isOnline) throw offline()
    if (this.silentComputers.has(computer.id))
      throw new ProblemError('device_timeout', 'The computer did not answer within 10 seconds')
  }

  #find({ customerId, computerId }: Ids): Found {
    const customer = this.#customers.find(({ id }) => id === customerId)
    const computer = customer?.computers.find(({ id }) => id === computerId)
    if (customer === undefined || computer === undefined)
      throw new ProblemError('not_found', 'There is no such computer in this pharmacy')
    return { customer, computer }
  }
}

interface Ids {
  readonly customerId: number
  readonly computerId: number
}

interface Found {
  readonly customer: CustomerDetail
  readonly computer: RelayComputer
}

const TWO_PRINTERS: readonly PrinterRow[] = [
  { id: 'cups:ZD421', name: 'ZD421', detail: 'Zebra ZD421' },
  { id: 'tcp:192.168.1.50:9100', name: '192.168.1.50', detail: '' },
]

/** The PrinterComputer becomes Client, and nobody has a target. */
function retire(customer: CustomerDetail): void {
  customer.printerConfig = null
  for (const computer of customer.computers) {
    if (computer.role === PRINTER_COMPUTER) computer.role = CLIENT
    Object.assign(computer, { printerName: null, tcpPort: null, printerComputerName: null })
  }
}

function targetOf(customer: CustomerDetail): Pick<RelayComputer, 'printerComputerName' | 'tcpPort'> {
  const printerComputer = customer.computers.find(({ role }) => role === PRINTER_COMPUTER)
  const { pcName = null, tcpPort = null } = printerComputer ?? {}
  return { printerComputerName: pcName, tcpPort }
}

function checkVersion(customer: CustomerDetail, version: number): void {
  if (version !== customer.printingVersion)
    throw new ProblemError('version_stale', 'Somebody else changed the printing of this pharmacy')
}

/** Every document of the pharmacy is new, and waits for its device. */
function changed(customer: CustomerDetail): PrintingSaved {
  customer.printingVersion += 1
  for (const computer of customer.computers) {
    const version = (computer.assignment?.version ?? 0) + 1
    computer.assignment = { version, state: 'waiting', at: AT, failure: null }
  }
  return savedOf(customer)
}

function savedOf(customer: CustomerDetail): PrintingSaved {
  return { version: customer.printingVersion, customer }
}

function jobOf(computer: RelayComputer, ending: Pick<PrintJob, 'state' | 'reasons'>): PrintJob {
  return printJobOf({
    ...ending,
    sender: 'this computer',
    destination: computer.printerName ?? computer.printerComputerName,
    attempts: 1,
    acceptedAt: AT,
    changedAt: AT,
  })
}

function offline(): ProblemError {
  return new ProblemError('device_offline', 'The computer is offline')
}

function unknownPrinter(): ProblemError {
  const message = 'is not among the printers of this computer'
  return new ProblemError('invalid', 'The computer has no such printer', {
    errors: [{ path: 'body.printerName', message }],
  })
}
