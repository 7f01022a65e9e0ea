// How long the launcher waits for what. Shorter by environment variables, so that tests need not wait for minutes.

export interface LauncherLimits {
  /** For a new version until it is ready; one that has proved itself has `provingMs`. */
  readonly readyMs: number
  /** For a new version until it is registered at the hub. */
  readonly provingMs: number
  /** For the label that is being sent when a version is to be exchanged; a printer holds one for 90 s at most. */
  readonly finishMs: number
}

const DEFAULT_SECONDS = { Ready: 60, Proving: 300, Finish: 120 } as const
const MAX_SECONDS = 3_600

/** `Launcher__ProvingSeconds` and so on, from 1 to 3,600. Throws Error, in words, for anything else. */
export function launcherLimits(environment: Readonly<Record<string, string | undefined>>): LauncherLimits {
  const ms = (name: keyof typeof DEFAULT_SECONDS): number => {
    const variable = `Launcher__${name}Seconds`
    const text = environment[variable] ?? String(DEFAULT_SECONDS[name])
    const seconds = /^\d{1,4}$/.test(text) ? Number(text) : 0
    if (seconds < 1 || seconds > MAX_SECONDS)
      throw new Error(`${variable} must be a whole number from 1 to ${MAX_SECONDS}`)
    return seconds * 1_000
  }
  return { readyMs: ms('Ready'), provingMs: ms('Proving'), finishMs: ms('Finish') }
}
