// Adding and removing printers and ports for real: winspool.drv through koffi, as an administrator may. Source: "Print Spooler
// API Functions" and "TCPMON Xcv Interface" of the Windows documentation. Under Wine, which has no monitor of TCP/IP ports,
// all but that monitor and the installation of drivers was run.
import type Koffi from 'koffi'
import { WINDOWS_ERROR } from '../constants.ts'
import { field, number, text } from '../worker/field.ts'
import { printerStructure } from '../worker/structures.ts'
import { portReader } from '../worker/tcp-port.ts'
import { WindowsFailure, type Handle } from '../worker/winspool-api.ts'
import { winspoolCalls, type Call, type Check, type WinspoolCalls } from '../worker/winspool-calls.ts'
import type { AdminApi, NewPrinter } from './admin-api.ts'

const TCP_IP = 'Standard TCP/IP Port'
/** Rights that are asked for: SERVER_ACCESS_ADMINISTER, PRINTER_ALL_ACCESS. winspool.h */
const [SERVER_ACCESS_ADMINISTER, PRINTER_ALL_ACCESS] = [0x1, 0xf_000c]
/** PRINTER_ENUM_LOCAL: a print server that is away holds up nothing. */
const LOCAL = 0x2
/** PRINTER_ATTRIBUTE_QUEUED: a label goes out when its program has written all of it, so none is cut that is not. */
const QUEUED = 0x1
/** HRESULT of a Windows error: FACILITY_WIN32. */
const WIN32_RESULT = 0x8007

/** Told to another monitor than that of TCP/IP ports, such as `Local Port`. Windows only. */
export async function adminOfMonitor(monitor: string): Promise<AdminApi> {
  const { default: koffi } = await import('koffi')
  return adminApi(koffi, winspoolCalls(koffi), monitor)
}

/** `monitor`: of ports. */
export function adminApi(koffi: typeof Koffi, calls: WinspoolCalls, monitor = TCP_IP): AdminApi {
  const functions = functionsOf(koffi, calls.check)
  const opened = <T>(name: string, rights: number, use: (handle: Handle) => T): T => {
    const handle: [Handle | null] = [null]
    calls.open(name, handle, functions.defaults(rights))
    if (handle[0] === null) throw new WindowsFailure('OpenPrinterW', 0)
    try {
      return use(handle[0])
    } finally {
      calls.close(handle[0])
    }
  }
  return {
    port: portReader(koffi),
    tellMonitor: (command, data) =>
      opened(`,XcvMonitor ${monitor}`, SERVER_ACCESS_ADMINISTER, (handle) => {
        const [needed, status]: [[number], [number]] = [[0], [0]]
        functions.xcvData(handle, command, data, data.length, null, 0, needed, status)
        if (status[0] !== 0) throw new WindowsFailure(command, status[0])
      }),
    queues: () => localQueues(koffi, calls),
    addPrinter: (printer) => {
      const handle = functions.addPrinter(null, 2, printerInfo(printer))
      if (handle !== null && handle !== undefined) calls.close(handle)
    },
    deletePrinter: (name) =>
      opened(name, PRINTER_ALL_ACCESS, (handle) => void functions.deletePrinter(handle)),
    installDriver: (name) => installDriver(koffi, name),
  }
}

function localQueues(koffi: typeof Koffi, calls: WinspoolCalls): ReturnType<AdminApi['queues']> {
  const count: [number] = [0]
  const buffer = calls.answered('EnumPrintersW', (to, bytes, needed) =>
    calls.enumPrinters(LOCAL, null, 2, to, bytes, needed, count),
  )
  if (count[0] === 0) return []
  const rows: unknown = koffi.decode(buffer, koffi.array(printerStructure(koffi), count[0]))
  return (Array.isArray(rows) ? rows : []).map((row: unknown) => ({
    name: text(field(row, 'pPrinterName')),
    port: text(field(row, 'pPortName')),
  }))
}

/** PRINTER_INFO_2W of a new printer: not shared, no bidirectional talk. */
function printerInfo({ name, port, driver, comment }: NewPrinter): Readonly<Record<string, unknown>> {
  const given = { pPrinterName: name, pPortName: port, pDriverName: driver, pComment: comment }
  const nothing = ['pServerName', 'pShareName', 'pLocation', 'pDevMode', 'pSepFile', 'pParameters']
  const zero = ['Priority', 'DefaultPriority', 'StartTime', 'UntilTime', 'Status', 'cJobs', 'AveragePPM']
  return {
    ...Object.fromEntries([...nothing, 'pSecurityDescriptor'].map((key) => [key, null])),
    ...Object.fromEntries(zero.map((key) => [key, 0])),
    ...given,
    pPrintProcessor: 'winprint',
    pDatatype: 'RAW',
    Attributes: QUEUED,
  }
}

function functionsOf(koffi: typeof Koffi, check: Check) {
  const winspool = koffi.load('winspool.drv')
  // PRINTER_DEFAULTSW: no datatype, no form, and the rights.
  const rightsAt = koffi.sizeof('void *') * 2
  return {
    defaults: (rights: number): Buffer => {
      const defaults = Buffer.alloc(rightsAt + koffi.sizeof('void *'))
      defaults.writeUInt32LE(rights, rightsAt)
      return defaults
    },
    xcvData: check(
      'XcvDataW',
      winspool.func(
        'bool __stdcall XcvDataW(void *monitor, str16 command, const void *from, uint32 bytes, void *to, uint32 room, _Out_ uint32 *needed, _Inout_ uint32 *status)',
      ),
    ),
    addPrinter: check(
      'AddPrinterW',
      winspool.func('__stdcall', 'AddPrinterW', 'void *', [
        'str16',
        'uint32',
        koffi.pointer(printerStructure(koffi)),
      ]),
    ),
    deletePrinter: check('DeletePrinter', winspool.func('bool __stdcall DeletePrinter(void *printer)')),
  }
}

const INSTALL = 'InstallPrinterDriverFromPackageW'

/** No path: the driver stands in an inf file that Windows brings. Throws WindowsFailure; unknownDriver where Windows cannot. */
function installDriver(koffi: typeof Koffi, name: string): void {
  const result = number(installFunction(koffi)(null, null, name, null, 0)) >>> 0
  if (result === 0) return
  throw new WindowsFailure(INSTALL, result >>> 16 === WIN32_RESULT ? result & 0xffff : result)
}

/** Looked up late, as Wine has none. */
function installFunction(koffi: typeof Koffi): Call {
  try {
    return koffi
      .load('winspool.drv')
      .func(
        `int32 __stdcall ${INSTALL}(str16 server, str16 inf, str16 driver, str16 environment, uint32 flags)`,
      )
  } catch {
    throw new WindowsFailure(INSTALL, WINDOWS_ERROR.unknownDriver)
  }
}
