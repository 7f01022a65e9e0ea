// Printers that stand in the registry of Wine's Windows alone: what is known of them is what a test writes there.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { wine } from '../../scripts/package/wine.ts'

const PRINT = String.raw`HKEY_LOCAL_MACHINE\System\CurrentControlSet\Control\Print`
const USB_PRINTER = '{28d78fad-5a12-11d1-ae5b-0000f803a8c2}'
const DEVICE = 'USB#VID_0A5F&PID_0166#D2J201234567'
const CLASSES = String.raw`HKEY_LOCAL_MACHINE\System\CurrentControlSet\Control\DeviceClasses`
const ENUM = String.raw`HKEY_LOCAL_MACHINE\System\CurrentControlSet\Enum\USB\VID_0A5F&PID_0166`

/** PRINTER_ATTRIBUTE_LOCAL and _DO_COMPLETE_FIRST. */
export const LOCAL = 0x240

export interface RegistryPrinter {
  readonly name: string
  /** `USB001`; `|cat > FILE` hands what it gets to a program of this machine. */
  readonly port: string
  /** PRINTER_INFO_2.Attributes and Status. */
  readonly attributes?: number
  readonly status?: number
}

export interface TcpPortKey {
  readonly name: string
  readonly host: string
  readonly number: number
  /** 1 raw, 2 LPR. */
  readonly protocol: number
  /** Windows asks by SNMP; left out, the registry does not say. */
  readonly snmp?: boolean
}

export interface RegistryKeys {
  readonly printers?: readonly RegistryPrinter[]
  /** Of Windows' TCP/IP port monitor. */
  readonly tcpPorts?: readonly TcpPortKey[]
  /** Names of drivers that printers may use. */
  readonly drivers?: readonly string[]
  /** The device of USB001 is plugged in. */
  readonly isUsbThere?: boolean
}

/** All at once, as each call starts a program; taken away again by what it gives back. Seen by programs that run already. */
export async function addKeys(keys: RegistryKeys): Promise<() => Promise<void>> {
  const { printers = [], tcpPorts = [], drivers = [], isUsbThere = false } = keys
  const usb = isUsbThere ? [USB_KEYS] : []
  await importKeys([
    ...printers.map(printerKey),
    ...tcpPorts.map(tcpPortKey),
    ...drivers.map(driverKey),
    ...usb,
  ])
  return async () =>
    importKeys([
      ...printers.map(({ name }) => `[-${PRINT}\\Printers\\${name}]`),
      ...tcpPorts.map(({ name }) => `[-${TCP_PORTS}\\${name}]`),
      ...drivers.map((name) => `[-${DRIVERS}\\${name}]`),
      ...(isUsbThere ? [`[-${CLASSES}\\${USB_PRINTER}]\n[-${ENUM}]`] : []),
    ])
}

const TCP_PORTS = `${PRINT}\\Monitors\\Standard TCP/IP Port\\Ports`
const DRIVERS = `${PRINT}\\Environments\\Windows x64\\Drivers\\Version-3`
const DEVICE_KEY = `${CLASSES}\\${USB_PRINTER}\\##?#${DEVICE}#${USB_PRINTER}`
const USB_KEYS = `[${ENUM}\\D2J201234567]
"ClassGUID"="{36fc9e60-c465-11cf-8056-444553540000}"
"DeviceDesc"="USB Printing Support"

[${DEVICE_KEY}]
"DeviceInstance"="USB\\\\VID_0A5F&PID_0166\\\\D2J201234567"

[${DEVICE_KEY}\\#]
"SymbolicLink"="\\\\\\\\?\\\\${DEVICE}#${USB_PRINTER}"

[${DEVICE_KEY}\\#\\Device Parameters]
"Base Name"="USB"
"Port Number"=dword:00000001
"Port Description"="Virtual printer port for USB"

[${DEVICE_KEY}\\#\\Control]
"Linked"=dword:00000001
`

function tcpPortKey({ name, host, number, protocol, snmp }: TcpPortKey): string {
  const asks = snmp === undefined ? '' : `"SNMP Enabled"=${dword(Number(snmp))}\n`
  return `[${TCP_PORTS}\\${name}]
"HostName"="${host}"
"PortNumber"=${dword(number)}
"Protocol"=${dword(protocol)}
${asks}`
}

function driverKey(name: string): string {
  return `[${DRIVERS}\\${name}]
"Driver"="UNIDRV.DLL"
"Configuration File"="UNIDRVUI.DLL"
"Data File"="TTY.GPD"
"Version"=${dword(3)}
`
}

function printerKey({ name, port, attributes = LOCAL, status = 0 }: RegistryPrinter): string {
  const texts = { Name: name, Port: port, 'Printer Driver': name, 'Print Processor': 'WinPrint' }
  const empty = ['Description', 'Location', 'Parameters', 'Separator File', 'Share Name']
  const zero = ['Default Priority', 'dnsTimeout', 'Priority', 'StartTime', 'txTimeout', 'UntilTime']
  return [
    `[${PRINT}\\Printers\\${name}]`,
    `"Attributes"=${dword(attributes)}`,
    `"Status"=${dword(status)}`,
    '"Datatype"="RAW"',
    ...Object.entries(texts).map(([key, value]) => `"${key}"="${value}"`),
    ...empty.map((key) => `"${key}"=""`),
    ...zero.map((key) => `"${key}"=${dword(0)}`),
    '',
  ].join('\n')
}

function dword(value: number): string {
  return `dword:${value.toString(16).padStart(8, '0')}`
}

/** As UTF-16, in which names of any language stand. */
async function importKeys(keys: readonly string[]): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'windows-keys-'))
  const text = ['\uFEFFWindows Registry Editor Version 5.00', '', ...keys, ''].join('\n')
  writeFileSync(path.join(folder, 'keys.reg'), text.replaceAll('\n', '\r\n'), 'utf16le')
  const { code, output } = await wine(['regedit', '/S', 'keys.reg'], folder)
  rmSync(folder, { recursive: true })
  if (code !== 0) throw new Error(`the registry takes no keys: ${output}`)
}
