// The device key: an HMAC of pharmacy, computer name and user name, made once at enrolment and stored.
import { createHmac } from 'node:crypto'

export interface DeviceNames {
  readonly customerId: number
  readonly computerName: string
  readonly username: string
  readonly installId: string
}

export interface KeyCandidates {
  readonly plain: string
  /** For an installation whose names another one in the pharmacy has already: its install id joins in. */
  readonly distinct: string
}

/** Both keys an installation may get: 64 hexadecimal digits, HMAC-SHA256 over a JSON array, so that parts never run together. */
export function deviceKeyCandidates(names: DeviceNames, secret: string): KeyCandidates {
  const { customerId, computerName, username, installId } = names
  return {
    plain: hmac(secret, [customerId, computerName, username]),
    distinct: hmac(secret, [customerId, computerName, username, installId]),
  }
}

function hmac(secret: string, parts: readonly (string | number)[]): string {
  return createHmac('sha256', secret).update(JSON.stringify(parts)).digest('hex')
}
