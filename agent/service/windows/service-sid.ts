// The SID of a service's own account, which Windows derives from its name: S-1-5-80 and the SHA-1 of the name in upper
// case UTF-16, as five numbers. Source: [MS-DTYP] 2.4.2.4, "NT SERVICE". With it no command depends on Windows' language.
import { createHash } from 'node:crypto'

export function serviceSid(name: string): string {
  const digest = createHash('sha1').update(Buffer.from(name.toUpperCase(), 'utf16le')).digest()
  const numbers = [0, 4, 8, 12, 16].map((at) => digest.readUInt32LE(at))
  return ['S-1-5-80', ...numbers].join('-')
}

/** Well-known SIDs: [MS-DTYP] 2.4.2.4. */
export const SIDS = {
  administrators: 'S-1-5-32-544',
  system: 'S-1-5-18',
  trustedInstaller: serviceSid('TrustedInstaller'),
} as const
