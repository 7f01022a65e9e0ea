// At which hub a computer is paired: the address that was given with the code, else the setting.
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { HubUrlText } from '../settings/hub-url.ts'
import { refusedPairing } from './pairing-problem.ts'
import type { Settings } from '../settings/settings.ts'

/** Throws ProblemError invalid, and state_conflict when there is none or the environment names another. */
export function hubUrlFor(settings: Settings, given: string | null): string {
  const { HubUrl } = settings.values()
  if (given === null) {
    if (HubUrl !== null) return HubUrl
    throw refusedPairing(
      reason('portal_unknown', {}),
      'The address of the portal is not known yet: agent pair CODE --hub https://portal.example',
    )
  }
  const parsed = HubUrlText.safeParse(given)
  if (!parsed.success)
    throw new ProblemError(
      'invalid',
      `HubUrl ${parsed.error.issues.map(({ message }) => message).join('; ')}`,
    )
  const isFixed = settings.rows().some(({ name, source }) => name === 'HubUrl' && source === 'environment')
  if (isFixed && HubUrl !== parsed.data)
    throw refusedPairing(
      reason('portal_fixed', {}),
      `The environment variable Agent__HubUrl says ${HubUrl}, which wins over --hub: remove it first`,
    )
  return parsed.data
}
