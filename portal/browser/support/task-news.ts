// What happened to a support task, told by the stream: its row in the queue says at once who has it, before the table is fetched.

interface TaskNews {
  readonly taskId: number
  readonly what: string
  readonly version: number | null
  readonly state: string | null
  readonly claimedBy: string | null
  /** Who did it; null: the pharmacy, or the platform. */
  readonly by: string | null
}

export function showTaskNews(data: unknown): void {
  const news = parseTaskNews(data)
  if (news === null) return
  document.dispatchEvent(new CustomEvent('task-news', { detail: news }))
  const region = document.getElementById('support-tasks')
  const row = region?.querySelector<HTMLElement>(`[data-key="task-${news.taskId}"]`)
  if (region && row) markRow(region, row, news)
}

/** A row that is newer than the news stays as it is. */
function markRow(region: HTMLElement, row: HTMLElement, { version, state, claimedBy }: TaskNews): void {
  if (version === null || state === null || version <= Number(row.dataset['version'])) return
  row.dataset['version'] = String(version)
  const stateText = region.getAttribute(`data-text-${state}`)
  const owner = row.querySelector('[data-owner]')
  const stateCell = row.querySelector('[data-state]')
  if (owner !== null) owner.textContent = claimedBy ?? region.getAttribute('data-text-nobody')
  if (stateCell !== null && stateText !== null) stateCell.textContent = stateText
  row.toggleAttribute('data-changed', true)
}

/** Null when the data is not what the portal sends. */
function parseTaskNews(data: unknown): TaskNews | null {
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
