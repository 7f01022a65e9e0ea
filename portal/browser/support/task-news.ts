// What happened to a support task, told by the stream: its row in the queue says at once who has it, before the table is fetched.

import { isNewer, parseTaskNews, type TaskNews } from './heard-news.ts'

export function showTaskNews(data: unknown): void {
  const news = parseTaskNews(data)
  if (news === null) return
  document.dispatchEvent(new CustomEvent('task-news', { detail: news }))
  const region = document.getElementById('support-tasks')
  const row = region?.querySelector<HTMLElement>(`[data-key="task-${news.taskId}"]`)
  if (region && row) markRow(region, row, news)
}

/** A row that is newer than the news stays as it is. */
function markRow(region: HTMLElement, row: HTMLElement, news: TaskNews): void {
  const { version, state, claimedBy } = news
  if (!isNewer(news, Number(row.dataset['seq']))) return
  row.dataset['seq'] = String(version)
  const stateText = region.getAttribute(`data-text-${state}`)
  const owner = row.querySelector('[data-owner]')
  const stateCell = row.querySelector('[data-state]')
  if (owner !== null) owner.textContent = claimedBy ?? region.getAttribute('data-text-nobody')
  if (stateCell !== null && stateText !== null) stateCell.textContent = stateText
  row.toggleAttribute('data-changed', true)
}
