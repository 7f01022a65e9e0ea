// Windows' own protection of secrets, DPAPI: crypt32's CryptProtectData and CryptUnprotectData.
//
// In the scope of the account, not of the computer: with CRYPTPROTECT_LOCAL_MACHINE every program of every user on this
// PC could open what it can read. The price: an agent of another account cannot open it either, and says so.
import type Koffi from 'koffi'
import { z } from 'zod'
import type { KeyStore } from './key-store.ts'

/** Fail instead of asking a person, because a service has no screen. dpapi.h */
const CRYPTPROTECT_UI_FORBIDDEN = 0x1

/** Windows' DATA_BLOB: a length and where the bytes are. */
interface Blob {
  readonly cbData: number
  readonly pbData: unknown
}

/** Windows only. Throws Error when koffi or the libraries cannot be loaded. */
export async function dpapi(): Promise<KeyStore> {
  // Here, so that no other system needs koffi's binary.
  const { default: koffi } = await import('koffi')
  const crypt32 = koffi.load('crypt32.dll')
  const blob = koffi.struct({ cbData: 'uint32', pbData: 'uint8 *' })
  const given = koffi.pointer(blob)
  // Both take the same seven: in, description (in or out), entropy, reserved, prompt, flags, out.
  const parameters = [given, 'void *', given, 'void *', 'void *', 'uint32', koffi.out(given)]
  const calls = callsOf(koffi)
  const procedure = (name: string) => {
    const run = crypt32.func(name, 'bool', parameters)
    return (bytes: Uint8Array, about: string): Uint8Array => {
      const out: Blob = { cbData: 0, pbData: null }
      const entropy = blobOf(Buffer.from(about))
      const isDone: unknown = run(blobOf(bytes), null, entropy, null, null, CRYPTPROTECT_UI_FORBIDDEN, out)
      if (isDone !== true) throw new Error(`${name} failed with Windows error ${calls.lastError()}`)
      return calls.take(out)
    }
  }
  return { kind: 'dpapi', seal: procedure('CryptProtectData'), open: procedure('CryptUnprotectData') }
}

function callsOf(koffi: typeof Koffi) {
  const kernel32 = koffi.load('kernel32.dll')
  const lastError = kernel32.func('GetLastError', 'uint32', [])
  const localFree = kernel32.func('LocalFree', 'void *', ['void *'])
  return {
    lastError: () => String(lastError()),
    /** Copies the bytes, and overwrites and frees Windows' own. */
    take: ({ cbData, pbData }: Blob): Uint8Array => {
      const bytes = koffi.array('uint8', cbData, 'Typed')
      const copy = Uint8Array.from(z.instanceof(Uint8Array).parse(koffi.decode(pbData, bytes)))
      koffi.encode(pbData, bytes, new Uint8Array(cbData))
      localFree(pbData)
      return copy
    },
  }
}

function blobOf(bytes: Uint8Array): Blob {
  return { cbData: bytes.length, pbData: bytes }
}
