// Whether labels come out, in a word, with the first cause, the computer that has it, and since when. Everywhere the same.
import { isSettling, type Health, type HealthLevel } from '@pharmacy-relay/shared/labels/health.ts'
import { causeText, levelText } from '@pharmacy-relay/shared/texts/health-text.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { Icon, type IconName } from '../icons.tsx'
import { Since } from '../times/time.tsx'

interface HealthMarkProps {
  readonly health: Health | null | undefined
  /** The computer that it stands beside, which needs no name; null for a pharmacy. */
  readonly computerId: number | null
  readonly now: Date
  readonly t: Texts
}

/** Colour is never alone: each level has a shape and words. Nothing of what is not known. */
export function HealthMark({ health, computerId, now, t }: HealthMarkProps) {
  if (health === null || health === undefined) return null
  const settles = isSettling(health)
  return (
    <span class="health">
      <span class={`health-level health-${settles ? 'settling' : health.level}`}>
        <Icon name={settles ? 'clock' : ICONS[health.level]} />
        {levelText(health, t.health)}
      </span>
      {!isSaidBeside(health, computerId) && <HealthCause health={health} computerId={computerId} t={t} />}
      {health.level !== 'well' && (
        <span class="sub">
          <Since at={health.since} now={now} locale={t.locale} />
        </span>
      )}
    </span>
  )
}

/** A computer that is off has its presence beside it, which says why. */
function isSaidBeside({ cause, at }: Health, computerId: number | null): boolean {
  return cause?.code === 'computer_off' && at !== null && at.computerId === computerId
}

/** The first cause alone. */
export function HealthCause({
  health,
  computerId,
  t,
}: Pick<HealthMarkProps, 'computerId' | 't'> & { readonly health: Health }) {
  const text = causeText(health, t.health)
  if (text === null) return null
  const { at } = health
  return (
    <span class="health-cause">
      {at !== null && at.computerId !== computerId && (
        <>
          <bdi>{t.health.at(at.name)}</bdi>{' '}
        </>
      )}
      {text}
    </span>
  )
}

const ICONS = {
  well: 'check',
  warning: 'alert',
  closed: 'clock',
  stopped: 'x',
} as const satisfies Record<HealthLevel, IconName>
