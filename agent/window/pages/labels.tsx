// Labels: all of them, or the one that the address names.
import type { PageProps } from '../pages.ts'
import { LabelList } from './labels/label-list.tsx'
import { OneLabel } from './labels/one-label.tsx'

export function Labels({ rest: [job] }: PageProps) {
  return job === undefined ? <LabelList /> : <OneLabel key={job} job={job} />
}
