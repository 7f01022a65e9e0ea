// The document that is pushed, and how a benchmark's devices are called: the same for our hub and for the others.
import type { PrinterAssignment } from '@pharmacy-relay/shared/printer-assignment.ts'
import { documentOf as wholeDocument, NO_PART } from '../../../kit/programs.ts'

export const DEVICES_PER_PHARMACY = 5
export const USERNAME = 'bench'

export function nameOf(device: number): string {
  return `PC-${device}`
}

/** Throws on a name that is not one of `nameOf`. */
export function deviceNamed(computerName: string): number {
  const device = Number(computerName.replace(/^PC-/, ''))
  if (!Number.isSafeInteger(device)) throw new Error(`${computerName} is not part of this`)
  return device
}

export function pharmacyOf(device: number): number {
  return 1 + Math.floor(device / DEVICES_PER_PHARMACY)
}

/** A device without a role, so that applying costs the same everywhere: nothing. */
export function documentOf(version: number): PrinterAssignment {
  return wholeDocument(NO_PART, version)
}
