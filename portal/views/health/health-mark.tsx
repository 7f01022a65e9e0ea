// Whether labels come out, in a word, with the first cause, the computer that has it, and since when. Everywhere the same.
import type { Health, HealthLevel } from '@pharmacy-relay/shared/labels/health.ts'
import { causeText } from '@pharmacy-relay/shared/texts/health-text.ts'
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
  return (
    <span class="health">
      <span class={`health-level health-${health.level}`}>
        <Icon name={ICONS[health.level]} />
        {t.health.levels[health.level]}
      </span>
      <HealthCause health={health} computerId={computerId} t={t} />
      {health.level !== 'well' && (
        <span class="sub">
          <Since at={health.since} now={now} locale={t.locale} />
        </span>
      )}
    </span>
  )
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
