// Labels: a page of all or of one list, or the one label that the address names: #/labels/17, #/labels/not-out,
// #/labels/not-out/120 for those before label 120, #/labels/all/120.
import { isJobList } from '@pharmacy-relay/shared/labels/job-lists.ts'
import type { Route } from '../route.ts'
import { LabelList } from './labels/label-list.tsx'
import { OneLabel } from './labels/one-label.tsx'

export function Labels({ rest: [place, behind] }: Pick<Route, 'rest'>) {
  const only = isJobList(place) ? place : null
  if (place !== undefined && place !== 'all' && only === null) return <OneLabel key={place} job={place} />
  return <LabelList page={{ only, before: numberOf(behind) }} />
}

/** Null: from the newest label on. */
function numberOf(text: string | undefined): number | null {
  return text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null
}
