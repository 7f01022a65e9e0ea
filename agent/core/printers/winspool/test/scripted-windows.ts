// A Windows as a test has it: ports of its TCP/IP monitor, printers, drivers and rights, all in memory.
import { WINDOWS_ERROR } from '../constants.ts'
import type { AdminApi } from '../local/admin-api.ts'
import { addLocalPrinter, localFacts, removeLocalPrinter } from '../local/local-orders.ts'
import type { LocalSpooler } from '../local/local-spooler.ts'
import { NO_ANSWER, type Answer, type LocalFacts, type LocalPort } from '../spooler-facts.ts'
import { WindowsFailure } from '../worker/winspool-api.ts'

export interface WindowsScript {
  /** Drivers that printers may use, and those that Windows can install. */
  readonly drivers?: readonly string[]
  readonly onDisk?: readonly string[]
  readonly printers?: readonly (readonly [name: string, port: string])[]
  readonly ports?: Readonly<Record<string, LocalPort>>
  /** Name of the call that fails, with its error code. */
  fails?: readonly [call: string, code: number] | null
}

export interface ScriptedWindows extends AdminApi {
  readonly script: WindowsScript
  /** Calls that change something, in their order. */
  readonly calls: string[]
  readonly drivers: Set<string>
}

export function scriptedWindows(script: WindowsScript = {}): ScriptedWindows {
  const { onDisk = ['Generic / Text Only'] } = script
  const drivers = new Set(script.drivers ?? [])
  const ports = new Map(Object.entries(script.ports ?? {}))
  let printers = [...(script.printers ?? [])]
  const calls: string[] = []
  const called = (call: string, text: string): void => {
    calls.push(text)
    if (script.fails?.[0] === call) throw new WindowsFailure(call, script.fails[1])
  }
  return {
    script,
    calls,
    drivers,
    port: (name) => ports.get(name) ?? null,
    tellMonitor: (command, data) => {
      const told = readPortData(Buffer.from(data))
      called(command, `${command} ${told.name}`)
      if (command !== 'DeletePort') return void ports.set(told.name, told.port)
      if (printers.some(([, port]) => port === told.name))
        throw new WindowsFailure(command, WINDOWS_ERROR.busy)
      ports.delete(told.name)
    },
    queues: () => printers.map(([name, port]) => ({ name, port })),
    addPrinter: ({ name, port, driver }) => {
      called('AddPrinterW', `add ${name} on ${port} with ${driver}`)
      if (!drivers.has(driver)) throw new WindowsFailure('AddPrinterW', WINDOWS_ERROR.unknownDriver)
      printers.push([name, port])
    },
    deletePrinter: (name) => {
      called('DeletePrinter', `delete ${name}`)
      printers = printers.filter(([other]) => other !== name)
    },
    installDriver: (name) => {
      called('install', `install ${name}`)
      if (!onDisk.includes(name)) throw new WindowsFailure('install', WINDOWS_ERROR.unknownDriver)
      drivers.add(name)
    },
  }
}

/** As a thread answers, without one. */
export function spoolerOfWindows(windows: AdminApi): LocalSpooler {
  const answered = async (run: () => LocalFacts): Promise<Answer<LocalFacts>> => {
    try {
      return { ok: true, value: run() }
    } catch (error) {
      const failure = error instanceof WindowsFailure ? error.failure : { step: 'test', code: NO_ANSWER }
      return { ok: false, failure }
    }
  }
  return {
    facts: async () => answered(() => localFacts(windows)),
    add: async (place, driver) => answered(() => addLocalPrinter(windows, place, driver)),
    remove: async () => answered(() => removeLocalPrinter(windows)),
  }
}

/** Of PORT_DATA_1, and of DELETE_PORT_DATA_1, which has the name at the same place. */
function readPortData(data: Buffer): { readonly name: string; readonly port: LocalPort } {
  const text = (from: number, to: number): string =>
    data.subarray(from, to).toString('utf16le').replace(/\0.*$/s, '')
  const isWhole = data.length === 964
  const [port, snmp] = isWhole ? [data.readUInt32LE(952), data.readUInt32LE(956)] : [1, 0]
  return { name: text(0, 128), port: { host: text(144, 242), port, isSnmpOn: snmp !== 0 } }
}
