// Which USB printer ports have their device plugged in, by Windows' setupapi.dll.
//
// Windows keeps the queue of a printer that was unplugged, and may say nothing of it. The interface of its device tells: it
// is there only while the device is, and its registry key has the number of the port, as in USB001. Source:
// "SetupDiGetClassDevsW", "GUID_DEVINTERFACE_USBPRINT" of the Windows documentation; that "Port Number" is the port's is
// usbmon's custom, not documented. CM_Get_Device_Interface_ListW would be shorter, and ends a process under Wine 8.
import type Koffi from 'koffi'
import { number } from './field.ts'

/** {28d78fad-5a12-11d1-ae5b-0000f803a8c2} as it lies in memory. */
const USB_PRINTER = Buffer.from('ad8fd728125ad111ae5b0000f803a8c2', 'hex')
/** DIGCF_PRESENT | DIGCF_DEVICEINTERFACE. */
const PRESENT_INTERFACES = 0x2 | 0x10
const INVALID_HANDLE = 0xffff_ffff_ffff_ffffn
const KEY_READ = 0x2_0019
const REG_DWORD = 4
/** More printers on one computer than there are sockets for. */
const MAX_INTERFACES = 128

type Call = (...given: unknown[]) => unknown

/** The function gives null when Windows does not answer, or when a device that is there does not say its port. */
export function usbPortReader(koffi: typeof Koffi): () => number[] | null {
  const calls = callsOf(koffi)
  return () => {
    const set = calls.devices(USB_PRINTER, null, null, PRESENT_INTERFACES)
    if (set === null || koffi.address(set) === INVALID_HANDLE) return null
    try {
      const ports: (number | null)[] = []
      for (let index = 0; index < MAX_INTERFACES; index += 1) {
        const data = calls.newInterface()
        if (calls.next(set, null, USB_PRINTER, index, data) !== true) break
        ports.push(portNumber(calls, set, data))
      }
      return ports.every((port) => port !== null) ? ports : null
    } finally {
      calls.free(set)
    }
  }
}

function portNumber(calls: ReturnType<typeof callsOf>, set: unknown, data: Buffer): number | null {
  const key = calls.openKey(set, data, 0, KEY_READ)
  if (!calls.isKey(key)) return null
  try {
    const [type, value, bytes]: [[number], [number], [number]] = [[0], [0], [4]]
    const code = number(calls.query(key, 'Port Number', null, type, value, bytes))
    return code === 0 && type[0] === REG_DWORD ? value[0] : null
  } finally {
    calls.closeKey(key)
  }
}

function callsOf(koffi: typeof Koffi) {
  const [setupapi, advapi32] = [koffi.load('setupapi.dll'), koffi.load('advapi32.dll')]
  const call = (library: typeof setupapi, declaration: string): Call => library.func(declaration)
  // SP_DEVICE_INTERFACE_DATA: its own size, the class, flags, a reserved pointer.
  const size = koffi.sizeof(
    koffi.struct({ size: 'uint32', type: koffi.array('uint8', 16), flags: 'uint32', reserved: 'void *' }),
  )
  return {
    newInterface: () => {
      const data = Buffer.alloc(size)
      data.writeUInt32LE(size)
      return data
    },
    isKey: (key: unknown) => key !== null && key !== undefined && koffi.address(key) !== INVALID_HANDLE,
    devices: call(
      setupapi,
      'void *__stdcall SetupDiGetClassDevsW(const void *type, str16 enumerator, void *window, uint32 flags)',
    ),
    next: call(
      setupapi,
      'bool __stdcall SetupDiEnumDeviceInterfaces(void *set, void *device, const void *type, uint32 index, void *data)',
    ),
    free: call(setupapi, 'bool __stdcall SetupDiDestroyDeviceInfoList(void *set)'),
    openKey: call(
      setupapi,
      'void *__stdcall SetupDiOpenDeviceInterfaceRegKey(void *set, void *data, uint32 reserved, uint32 rights)',
    ),
    query: call(
      advapi32,
      'int32 __stdcall RegQueryValueExW(void *key, str16 name, void *reserved, _Out_ uint32 *type, _Out_ uint32 *value, _Inout_ uint32 *bytes)',
    ),
    closeKey: call(advapi32, 'int32 __stdcall RegCloseKey(void *key)'),
  }
}
