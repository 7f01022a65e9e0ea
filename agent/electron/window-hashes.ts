// The places of the window that the icon leads to; agent/window has the pages.
import { listOfSummary, type JobListName } from '@pharmacy-relay/shared/labels/job-lists.ts'
import type { Summary, SummaryAction } from '@pharmacy-relay/shared/summary-codes.ts'

export const OVERVIEW = '#/'
export const HELP = '#/help'

/** What the preload lets through: a page and at most two parts behind it. */
export const HASH = /^#\/(?:[a-z]{1,20}(?:\/[\w-]{1,40}){0,2})?$/

const PAGES = {
  pair: '#/pairing',
  labels: '#/labels',
  answer: '#/labels',
  printers: '#/printers',
  peers: '#/pairing',
  doctor: '#/doctor',
  updates: '#/about',
} as const satisfies Record<Exclude<SummaryAction, 'start' | 'resume'>, string>

/** `ref`: id of a label, or its count at an agent that tells no id. */
export function hashOfLabel(ref: string): string {
  return `${PAGES.labels}/${ref}`
}

export function hashOfList(list: JobListName): string {
  return `${PAGES.labels}/${list}`
}

/** Where a summary leads: to the one label, or to the list of those, of which it speaks. */
export function hashOfSummary(action: keyof typeof PAGES, { code, facts }: Summary): string {
  if (action !== 'answer' && action !== 'labels') return PAGES[action]
  if (facts.count === 1 && facts.jobRef !== undefined) return hashOfLabel(facts.jobRef)
  const list = listOfSummary(code)
  return list === null ? PAGES[action] : hashOfList(list)
}

export const PAIRING = PAGES.pair
