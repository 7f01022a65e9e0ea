// The warning before a session ends, and the word that it has ended: hidden until the browser script shows it.
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import type { SessionLeft } from './session.ts'
import { Icon } from '../views/icons.tsx'
import { PATHS } from '../views/paths.ts'

interface SessionEndProps {
  readonly left: SessionLeft
  /** Where the sign-in leads back to. */
  readonly path: string
  readonly t: Texts
}

/** The texts travel with it, so that the script needs no catalogue, and makes them an alert. The time is no alert: it would be read out every second. */
export function SessionEnd({ left, path, t }: SessionEndProps) {
  const s = t.sessionEnd
  return (
    <div
      id="session-end"
      class="notice notice-warning session-end"
      hidden
      data-session={PATHS.session}
      data-left-ms={String(left.leftMs)}
      data-warn-ms={String(left.warnMs)}
      data-is-final={left.isFinal ? '' : undefined}
      data-text-idle={s.idle}
      data-text-final={s.final}
      data-text-over={s.over}
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
      <a
        class="btn btn-primary session-again"
        href={`${PATHS.signIn}?returnTo=${encodeURIComponent(path)}`}
        hidden
      >
        {t.signIn.submit}
      </a>
    </div>
  )
}
