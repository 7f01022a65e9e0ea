// Whether a computer may connect and is connected, and if not, since when and why: a dot and words; and a wrong clock.
import type { RelayComputer } from '@pharmacy-relay/shared/api/relay-panel.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { Age } from './times/time.tsx'
import { lastedText } from './times/lasted.ts'

/** What is known of any computer, also among those of other pharmacies. */
type ShownComputer = Pick<
  RelayComputer,
  'access' | 'presence' | 'lastOnlineAt' | 'offlineReason' | 'clockAheadMs'
>

interface ComputerStatusProps {
  readonly computer: ShownComputer
  readonly now: Date
  readonly t: Texts
}

type Look = 'online' | 'degraded' | 'reconnecting' | 'offline' | 'never' | 'waiting' | 'revoked'

export function ComputerStatus({ computer, now, t }: ComputerStatusProps) {
  const look = lookOf(computer)
  const advice = adviceOf(look, computer, t)
  return (
    <>
      <span class={`presence presence-${look}`}>
        <span class="presence-dot" aria-hidden="true"></span>
        {textOf(look, t)}
      </span>
      {advice !== null && <span class="sub">{advice}</span>}
      {isAway(look) && computer.lastOnlineAt !== null && (
        <span class="sub">
          {t.pharmacy.lastOnline} <Age at={computer.lastOnlineAt} now={now} locale={t.locale} />
        </span>
      )}
      {look === 'offline' && computer.offlineReason !== null && (
        <span class="sub">{t.closeReasons[computer.offlineReason]}</span>
      )}
      <WrongClock computer={computer} t={t} />
    </>
  )
}

/** What a computer that is away said of its clock may be long mended. */
function WrongClock({ computer, t }: Pick<ComputerStatusProps, 'computer' | 't'>) {
  const { clockAheadMs, presence, access } = computer
  if (clockAheadMs === null || presence === 'offline' || access !== 'approved') return null
  return (
    <span class="mark-warning wrong-clock" title={t.computers.clockAdvice}>
      {clockText(clockAheadMs, t)}
    </span>
  )
}

/** What a computer may do comes before what it does. */
function lookOf({ access, presence, lastOnlineAt }: ShownComputer): Look {
  if (access !== 'approved') return access
  return presence === 'offline' && lastOnlineAt === null ? 'never' : presence
}

function isAway(look: Look): boolean {
  return look === 'offline' || look === 'revoked' || look === 'waiting'
}

function textOf(look: Look, t: Texts): string {
  if (look === 'online' || look === 'offline') return t.pharmacy[look]
  return look === 'never' ? t.pharmacy.neverSeen : t.computers[look]
}

function adviceOf(look: Look, { offlineReason }: ShownComputer, t: Texts): string | null {
  if (look === 'online' || look === 'offline' || look === 'never') return null
  if (look === 'reconnecting' && offlineReason !== null) return t.closeReasons[offlineReason]
  return t.computers[`${look}Advice`]
}

const MINUTE_MS = 60_000

/** By how much its clock is wrong; to the minute, for it is measured every 30 s. */
export function clockText(aheadMs: number, t: Texts): string {
  const by = lastedText(t.locale, Math.round(Math.abs(aheadMs) / MINUTE_MS) * MINUTE_MS)
  return aheadMs > 0 ? t.computers.clockAhead(by) : t.computers.clockBehind(by)
}
