// How far the newest assignment of a computer has come: words with a colour and a shape, quiet once it is applied.
import type { RelayComputer } from '@pharmacy-relay/shared/api/relay-panel.ts'
import type { AssignmentStatus } from '@pharmacy-relay/shared/printer-assignment.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { DeviceSays } from '../../views/device-says.tsx'
import { Icon, type IconName } from '../../views/icons.tsx'
import { Age } from '../../views/times/time.tsx'
import { PRINTER_COMPUTER } from './role-consequences.ts'

const ICON_BY_STATE = {
  waiting: 'clock',
  sent: 'send',
  received: 'inbox',
  applied: 'check',
  failed: 'alert',
} as const satisfies Record<AssignmentStatus['state'], IconName>

interface AssignmentStateProps {
  readonly computer: RelayComputer
  readonly now: Date
  readonly t: Texts
}

/** Nothing for a computer without a role that knows so. */
export function AssignmentState({ computer, now, t }: AssignmentStateProps) {
  const { assignment, role } = computer
  if (role === 0 && (assignment === null || assignment.state === 'applied')) return null
  // A computer that has not connected since it was made has a role, and no assignment yet.
  const state = assignment?.state ?? 'waiting'
  const failure = assignment?.failure ?? null
  return (
    <span class={`assignment assignment-${state}`}>
      <span class="assignment-text">
        <Icon name={ICON_BY_STATE[state]} />
        <span>
          {t.printing.states[state]}
          {assignment !== null && state !== 'applied' && (
            <>
              {', '}
              <Age at={assignment.at} now={now} locale={t.locale} />
            </>
          )}
        </span>
      </span>
      {failure !== null && <Failure computer={computer} failure={failure} t={t} />}
    </span>
  )
}

interface FailureProps {
  readonly computer: RelayComputer
  readonly failure: NonNullable<AssignmentStatus['failure']>
  readonly t: Texts
}

/** What the device says is more precise; it stands behind our words. */
function Failure({ computer, failure, t }: FailureProps) {
  return (
    <>
      <span class="assignment-why">
        {t.printing.failures[failure.code]} {untilThen(computer, t)}
      </span>
      <span class="sub">
        <DeviceSays said={failure.reasons ?? failure.reason} t={t} />
      </span>
    </>
  )
}

/** What is printed until a failed assignment is applied: nothing where the others already print through this computer. */
export function untilThen({ role, reportedRole }: RelayComputer, t: Texts): string {
  const isNotYetPrinting = role === PRINTER_COMPUTER && reportedRole !== PRINTER_COMPUTER
  return isNotYetPrinting ? t.printing.nothingPrinted : t.printing.goesOn
}
