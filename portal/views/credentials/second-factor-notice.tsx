// On every page of who has no second factor: until when he needs one, and the way to it.
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import type { SecondFactorDue } from '../../session/second-factor-due.ts'
import { Notice } from '../notice.tsx'
import { PATHS } from '../paths.ts'
import { Exact } from '../times/time.tsx'

interface SecondFactorNoticeProps {
  readonly due: SecondFactorDue
  /** The page that it stands on: the one that sets a second factor up needs no way to it. */
  readonly path: string
  readonly t: Texts
}

export function SecondFactorNotice({ due, path, t }: SecondFactorNoticeProps) {
  const a = t.account.due
  return (
    <Notice kind="warning">
      {due.isOver ? a.over : a.until} <Exact at={due.until} locale={t.locale} />.{' '}
      {due.isOver ? a.overMeans : a.untilMeans}{' '}
      {path !== PATHS.secondFactor && <a href={PATHS.secondFactor}>{t.account.factor.setUp}</a>}
    </Notice>
  )
}
