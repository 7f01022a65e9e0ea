// Labels: all of them, or the one that the address names.
import type { Route } from '../route.ts'
import { LabelList } from './labels/label-list.tsx'
import { OneLabel } from './labels/one-label.tsx'

export function Labels({ rest: [job] }: Pick<Route, 'rest'>) {
  return job === undefined ? <LabelList /> : <OneLabel key={job} job={job} />
}
