// Where a port of Windows' standard TCP/IP port monitor leads: it stands in the registry alone.
import type Koffi from 'koffi'
import type { LocalPort } from '../spooler-facts.ts'
import { number } from './field.ts'

const PORTS = String.raw`SYSTEM\CurrentControlSet\Control\Print\Monitors\Standard TCP/IP Port\Ports`
/** HKEY_LOCAL_MACHINE, and what RegGetValueW may give. winreg.h */
const LOCAL_MACHINE = 0x8000_0002n
const [RRF_RT_REG_SZ, RRF_RT_REG_DWORD] = [0x2, 0x10]
/** `Protocol`: raw bytes; 2 is LPR. */
const RAW = 1
/** Longer than any host name. */
const MAX_TEXT_BYTES = 1_024

/** Null for a port of another monitor, and for one that is not for raw bytes. */
export function portReader(koffi: typeof Koffi): (port: string) => LocalPort | null {
  const read = koffi
    .load('advapi32.dll')
    .func(
      'int32 __stdcall RegGetValueW(uintptr_t root, str16 key, str16 name, uint32 types, void *type, void *to, _Inout_ uint32 *bytes)',
    )
  const value = (key: string, name: string, types: number): Buffer | null => {
    const [to, bytes]: [Buffer, [number]] = [Buffer.alloc(MAX_TEXT_BYTES), [MAX_TEXT_BYTES]]
    const code = number(read(LOCAL_MACHINE, key, name, types, null, to, bytes))
    return code === 0 ? to.subarray(0, bytes[0]) : null
  }
  return (port) => {
    // A name cannot have one, and it would lead to another key.
    if (port === '' || port.includes('\\')) return null
    const key = `${PORTS}\\${port}`
    const whole = (name: string) => value(key, name, RRF_RT_REG_DWORD)?.readUInt32LE() ?? null
    const words = (name: string) =>
      value(key, name, RRF_RT_REG_SZ)?.toString('utf16le').replace(/\0+$/, '') ?? ''
    const [host, number_] = [words('HostName') || words('IPAddress'), whole('PortNumber')]
    if (whole('Protocol') !== RAW || host === '' || number_ === null) return null
    // What the registry does not say is on, as Windows' own dialogue leaves it.
    return { host, port: number_, isSnmpOn: whole('SNMP Enabled') !== 0 }
  }
}
