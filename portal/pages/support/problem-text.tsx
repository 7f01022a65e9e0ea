// What is the matter with a computer, in words.
import { whoMay } from '../../views/who-may.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { ProblemComputer, SupportProblem } from '@pharmacy-relay/shared/api/relay-support.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { HealthCause } from '../../views/health/health-mark.tsx'
import { DeviceSays } from '../../views/device-says.tsx'
import { jobsPath } from '../../views/paths.ts'
import { clockText } from '../../views/computer-status.tsx'

interface ProblemTextProps {
  readonly problem: SupportProblem
  readonly computer: ProblemComputer
  /** The newest release that runs anywhere. */
  readonly newestVersion: string | null
  readonly t: Texts
}

export function ProblemText({ problem, computer, newestVersion, t }: ProblemTextProps) {
  if (problem === 'printer' || problem === 'way' || problem === 'stopped')
    return <Stopped computer={computer} t={t} />
  if (problem === 'configuration') return <Failure failure={computer.failure} t={t} />
  const text = TEXTS[problem]({ computer, newestVersion, t })
  const only = problem === 'answers' ? 'asks' : problem === 'expired' ? 'not-out' : null
  return only === null ? <>{text}</> : <a href={jobsPath(computer.storeId, computer.id, { only })}>{text}</a>
}

type TextProps = Omit<ProblemTextProps, 'problem'>

const TEXTS: Readonly<
  Record<
    Exclude<SupportProblem, 'configuration' | 'printer' | 'way' | 'stopped'>,
    (props: TextProps) => string
  >
> = {
  offline: ({ computer: { lastOnlineAt, offlineReason }, t }) => {
    if (lastOnlineAt === null) return t.support.neverCame
    return offlineReason === null ? t.pharmacy.offline : t.closeReasons[offlineReason]
  },
  conflict: ({ t }) => t.support.takeTurns,
  answers: ({ computer, t }) => t.support.answersWait(computer.labels),
  expired: ({ computer, t }) => t.support.labelsExpired(computer.labels),
  approval: ({ t }) => t.support.waitsForApproval(whoMay(storeApi.approveComputer, t)),
  outdated: ({ computer, newestVersion, t }) => {
    if (computer.isTooOld) return t.pharmacy.tooOldAdvice
    return newestVersion === null ? '' : t.support.newestIs(newestVersion)
  },
  // Mended since it was counted.
  clock: ({ computer: { clockAheadMs }, t }) => (clockAheadMs === null ? '' : clockText(clockAheadMs, t)),
}

/** The same words as in the list and on the page of its pharmacy, and how many labels wait. */
function Stopped({ computer, t }: Pick<ProblemTextProps, 'computer' | 't'>) {
  const { id, storeId, health, labels } = computer
  if (health === null || health === undefined) return null
  return (
    <>
      <HealthCause health={health} computerId={id} t={t} />
      {labels > 0 && (
        <span class="sub">
          <a href={jobsPath(storeId, id, { only: 'waits' })}>{t.support.labelsWait(labels)}</a>
        </span>
      )}
    </>
  )
}

function Failure({ failure, t }: Pick<ProblemTextProps, 't'> & Pick<ProblemComputer, 'failure'>) {
  if (failure === null) return null
  return (
    <>
      {t.printing.failures[failure.code]}
      <span class="sub">
        <DeviceSays said={failure.reasons ?? failure.reason} t={t} />
      </span>
    </>
  )
}
