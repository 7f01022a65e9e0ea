// The warning before a session ends, that it has ended, and that it goes on: hidden until the browser script shows it.
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import type { SessionLeft } from './session.ts'
import { Icon } from '../views/icons.tsx'
import { PATHS } from '../views/paths.ts'

interface SessionEndProps {
  readonly left: SessionLeft
  readonly t: Texts
}

/** The texts travel with it, so that the script needs no catalogue, and makes them an alert. The time is no alert: it would be read out every second. */
export function SessionEnd({ left, t }: SessionEndProps) {
  const s = t.sessionEnd
  return (
    <div
      id="session-end"
      class="notice notice-warning session-end"
      hidden
      data-session={PATHS.session}
      data-left-ms={String(left.leftMs)}
      data-warn-ms={String(left.warnMs)}
      data-account={left.account}
      data-is-final={left.isFinal ? '' : undefined}
      data-text-idle={s.idle}
      data-text-final={s.final}
      data-text-over={s.over}
      data-text-again={s.again}
      data-text-other={s.other}
    >
      <Icon name="alert" />
      <div>
        <p class="session-said"></p>
        <p class="session-left">
          {s.left} <span role="timer"></span>
        </p>
      </div>
      <button type="button" class="btn btn-primary session-stay">
        {s.stay}
      </button>
      {/* Beside this page, which keeps what was typed. */}
      <a
        class="btn btn-primary session-again"
        href={`${PATHS.signIn}?returnTo=${encodeURIComponent(PATHS.relay)}`}
        target="_blank"
        hidden
      >
        {s.signIn}
      </a>
    </div>
  )
}
