// From settings to what the relay needs: complete, or the names of what is missing.
import type { SettingName, SettingsValues } from '../settings/settings-table.ts'

/** How this computer reaches the hub and what it calls itself there. */
export interface RelaySetup {
  readonly hubUrl: string
  readonly enrolmentKey: string
  readonly localAddress: string | null
  readonly pharmacyId: number
  readonly computerName: string
  readonly username: string
  readonly email: string
  readonly supportAppNumber: string | null
}

export interface Missing {
  readonly missing: readonly SettingName[]
}

export function relaySetup(values: SettingsValues): RelaySetup | Missing {
  const { HubUrl, EnrolmentKey, PharmacyId, ComputerName, Username } = values
  if (
    HubUrl === null ||
    EnrolmentKey === null ||
    PharmacyId === null ||
    ComputerName === null ||
    Username === null
  ) {
    const needed = { HubUrl, EnrolmentKey, PharmacyId, ComputerName, Username }
    return { missing: NEEDED_SETTINGS.filter((name) => needed[name] === null) }
  }
  return {
    hubUrl: HubUrl,
    enrolmentKey: EnrolmentKey,
    localAddress: values.LocalAddress,
    pharmacyId: PharmacyId,
    computerName: ComputerName,
    username: Username,
    email: values.Email ?? '',
    supportAppNumber: values.SupportAppNumber,
  }
}

/** Without these no connection is tried. */
export const NEEDED_SETTINGS = [
  'HubUrl',
  'EnrolmentKey',
  'PharmacyId',
  'ComputerName',
  'Username',
] as const satisfies SettingName[]
