// The places of the window that the icon leads to; agent/window has the pages.
import type { SummaryAction } from '@pharmacy-relay/shared/summary-codes.ts'

export const OVERVIEW = '#/'

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

/** `job`: the label that it is about, if any. */
export function hashOfAction(action: keyof typeof PAGES, job: string | null): string {
  return action === 'answer' && job !== null ? hashOfLabel(job) : PAGES[action]
}
