// All that the panel knows of each problem beside its words, a row each: what is the matter with a computer, and where it is mended.
import type { ComponentChildren } from 'preact'
import { whoMay } from '../../views/who-may.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { ProblemComputer, SupportProblem } from '@pharmacy-relay/shared/api/relay-support.ts'
import type { JobListName } from '@pharmacy-relay/shared/labels/job-lists.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { HealthCause } from '../../views/health/health-mark.tsx'
import { DeviceSays } from '../../views/device-says.tsx'
import { clonePath, computerRowPath, jobsPath, waitingPath } from '../../views/paths.ts'
import { clockText } from '../../views/computer-status.tsx'

interface TextProps {
  readonly computer: ProblemComputer
  /** The newest release that runs anywhere. */
  readonly newestVersion: string | null
  readonly t: Texts
}

interface ShownProblem {
  readonly text: (props: TextProps) => ComponentChildren
  /** Which of its labels the text leads to; left out: it is no link. */
  readonly labels?: JobListName
  /** On the page of its pharmacy, where its buttons are; left out: its row. */
  readonly mendedAt?: (storeId: string, computerId: number) => string
}

const STOPPED: ShownProblem = { text: Stopped }

const SHOWN: Readonly<Record<SupportProblem, ShownProblem>> = {
  printer: STOPPED,
  way: STOPPED,
  stopped: STOPPED,
  offline: {
    text: ({ computer: { lastOnlineAt, offlineReason }, t }) => {
      if (lastOnlineAt === null) return t.support.neverCame
      return offlineReason === null ? t.pharmacy.offline : t.closeReasons[offlineReason]
    },
  },
  conflict: { text: ({ t }) => t.support.takeTurns, mendedAt: clonePath },
  configuration: { text: Failure },
  answers: { text: ({ computer, t }) => t.support.answersWait(computer.labels), labels: 'asks' },
  expired: { text: ({ computer, t }) => t.support.labelsExpired(computer.labels), labels: 'not-out' },
  approval: {
    text: ({ t }) => t.support.waitsForApproval(whoMay(storeApi.approveComputer, t)),
    mendedAt: waitingPath,
  },
  outdated: {
    text: ({ computer, newestVersion, t }) => {
      if (computer.isTooOld) return t.pharmacy.tooOldAdvice
      return newestVersion === null ? '' : t.support.newestIs(newestVersion)
    },
  },
  clock: {
    // Null: mended since it was counted.
    text: ({ computer: { clockAheadMs }, t }) => (clockAheadMs === null ? '' : clockText(clockAheadMs, t)),
  },
}

export function ProblemText({ problem, ...props }: TextProps & { readonly problem: SupportProblem }) {
  const { text, labels: only } = SHOWN[problem]
  const { id, storeId } = props.computer
  const said = text(props)
  return only === undefined ? <>{said}</> : <a href={jobsPath(storeId, id, { only })}>{said}</a>
}

export function whereToMend(problem: SupportProblem, { storeId, id }: ProblemComputer): string {
  const { mendedAt = computerRowPath } = SHOWN[problem]
  return mendedAt(storeId, id)
}

/** The same words as in the list and on the page of its pharmacy, and how many labels wait. */
function Stopped({ computer, t }: Pick<TextProps, 'computer' | 't'>) {
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

function Failure({ computer: { failure }, t }: Pick<TextProps, 'computer' | 't'>) {
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
