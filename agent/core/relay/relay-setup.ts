// From settings and pairing to what the relay needs: complete, or what is missing.
import { agentEn } from '@pharmacy-relay/shared/texts/en/agent.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { Reasons } from '@pharmacy-relay/shared/reasons/reason.ts'
import type { ToDo } from '../settings/setup-advice.ts'
import type { SettingName, SettingsValues } from '../settings/settings-table.ts'

/** How this computer reaches the hub and what it calls itself there. */
export interface RelaySetup {
  readonly hubUrl: string
  readonly localAddress: string | null
  readonly pharmacyId: number
  readonly computerName: string
  readonly username: string
  readonly email: string
  readonly supportAppNumber: string | null
}

/** What keeps this computer from connecting. */
export type NotReady = ToDo

export function relaySetup(values: SettingsValues, pharmacyId: number | null): RelaySetup | NotReady {
  const { HubUrl, ComputerName, Username } = values
  if (HubUrl === null || ComputerName === null || Username === null || pharmacyId === null) {
    const needed = { HubUrl, ComputerName, Username }
    return {
      missing: NEEDED_SETTINGS.filter((name) => needed[name] === null),
      isUnpaired: pharmacyId === null,
    }
  }
  return {
    hubUrl: HubUrl,
    localAddress: values.LocalAddress,
    pharmacyId,
    computerName: ComputerName,
    username: Username,
    email: values.Email ?? '',
    supportAppNumber: values.SupportAppNumber,
  }
}

/** Why no connection is tried. */
export function notReadyReasons({ missing, isUnpaired }: NotReady): Reasons {
  const unpaired = { ...reason('not_paired', {}), detail: agentEn.unpaired }
  const settings = reason('settings_missing', { names: missing.join(', ') })
  return [...(isUnpaired ? [unpaired] : []), ...(missing.length === 0 ? [] : [settings])]
}

/** Without these no connection is tried. */
export const NEEDED_SETTINGS = ['HubUrl', 'ComputerName', 'Username'] as const satisfies SettingName[]
