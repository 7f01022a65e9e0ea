// Warns a minute before a pharmacist is signed out because nobody did anything. Any key or click keeps him signed in.
import { useAgent } from '../../agent-context.ts'

const WARN_MS = 60_000

interface IdleWarningProps {
  /** When he is signed out, as the agent said a second ago. */
  readonly idleEndsAt: string
}

/** Read out as it appears; the seconds are not. `use-pharmacist.ts` tells the agent of keys and clicks. */
export function IdleWarning({ idleEndsAt }: IdleWarningProps) {
  const { t } = useAgent()
  const leftMs = Date.parse(idleEndsAt) - Date.now()
  if (leftMs > WARN_MS) return null
  const seconds = Math.max(0, Math.ceil(leftMs / 1_000))
  return (
    <div class="notice caution">
      <p class="notice-title" role="alert">
        {t.windowDispensing.idleSoon}
      </p>
      <p role="timer">{t.windowDispensing.idleLeft(seconds)}</p>
    </div>
  )
}
