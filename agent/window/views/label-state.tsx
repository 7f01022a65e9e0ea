// The state of a label in words, with a colour and a sign of its own.
import type { JobState } from '@pharmacy-relay/shared/job-state.ts'
import { shownState } from '@pharmacy-relay/shared/labels/job-lists.ts'
import { isSeen } from '@pharmacy-relay/shared/labels/seen-label.ts'
import type { Reasons } from '@pharmacy-relay/shared/reasons/reason.ts'
import { useAgent } from '../agent-context.ts'
import { Icon, type IconName } from './icons.tsx'

type Tone = 'good' | 'busy' | 'caution' | 'bad' | 'over'

const TONES = {
  accepted: 'busy',
  forwarded: 'busy',
  sending: 'busy',
  sent_to_printer: 'good',
  printed: 'good',
  waiting_for_printer: 'caution',
  held: 'caution',
  unknown: 'caution',
  failed: 'bad',
  expired: 'bad',
  cancelled: 'over',
  other: 'caution',
} as const satisfies Record<JobState, Tone>

const SIGNS = {
  good: 'ready',
  busy: 'working',
  caution: 'attention',
  bad: 'offline',
  over: 'offline',
} as const satisfies Record<Tone, IconName>

interface LabelStateProps {
  readonly state: JobState
  /** Left out where nothing is known but the state. */
  readonly reasons?: Reasons
  /** Another label was printed in its place. */
  readonly isOver?: boolean
}

export function LabelState({ state, reasons = [], isOver = false }: LabelStateProps) {
  const { t } = useAgent()
  const shown = shownState({ state, reasons })
  const tone = isOver ? 'over' : TONES[shown]
  return (
    <span class={`state ${tone}`}>
      <Icon name={SIGNS[tone]} />
      {isSeen({ state, reasons }) ? t.labels.seenState : t.labels.states[shown]}
    </span>
  )
}
