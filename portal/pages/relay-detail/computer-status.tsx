// Whether a computer is online, and if not, since when and why: a dot and words.
import type { RelayComputer } from '@pharmacy-relay/shared/api/relay-panel.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { Age } from '../../views/time.tsx'

interface ComputerStatusProps {
  readonly computer: RelayComputer
  readonly now: Date
  readonly t: Texts
}

export function ComputerStatus({ computer, now, t }: ComputerStatusProps) {
  if (computer.isOnline) {
    return (
      <span class="presence presence-online">
        <span class="presence-dot" aria-hidden="true"></span>
        {t.pharmacy.online}
      </span>
    )
  }
  if (computer.lastOnlineAt === null) {
    return (
      <span class="presence presence-never">
        <span class="presence-dot" aria-hidden="true"></span>
        {t.pharmacy.neverSeen}
      </span>
    )
  }
  return (
    <>
      <span class="presence presence-offline">
        <span class="presence-dot" aria-hidden="true"></span>
        {t.pharmacy.offline}
      </span>
      <span class="sub">
        {t.pharmacy.lastOnline} <Age at={computer.lastOnlineAt} now={now} locale={t.locale} />
      </span>
      {computer.offlineReason !== null && <span class="sub">{t.closeReasons[computer.offlineReason]}</span>}
    </>
  )
}
