// What the stream says of a support task, and whether it is newer than what is shown. Pure.

export interface TaskNews {
  readonly taskId: number
  readonly what: string
  readonly version: number | null
  readonly state: string | null
  readonly claimedBy: string | null
  /** Who did it; null: the pharmacy, or the platform. */
  readonly by: string | null
}

/** Late and repeated news are not; words change no version. */
export function isNewer({ version, state }: TaskNews, shownVersion: number): boolean {
  return version !== null && state !== null && version > shownVersion
}

/** Null when the data is not what the portal sends. */
export function parseTaskNews(data: unknown): TaskNews | null {
  if (typeof data !== 'string') return null
  try {
    const value = JSON.parse(data) as Partial<TaskNews> | null
    if (!Number.isSafeInteger(value?.taskId)) return null
    const { taskId = 0, what, version, state, claimedBy, by } = value ?? {}
    return {
      taskId,
      what: typeof what === 'string' ? what : '',
      version: Number.isSafeInteger(version) ? (version ?? null) : null,
      state: typeof state === 'string' && /^[a-z]+$/.test(state) ? state : null,
      claimedBy: typeof claimedBy === 'string' ? claimedBy : null,
      by: typeof by === 'string' ? by : null,
    }
  } catch {
    return null
  }
}
