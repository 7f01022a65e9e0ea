// A form of the shop that came back, as pages show it.
import type { ProblemCode } from '@pharmacy-relay/shared/problem.ts'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import type { FrameProps } from '../../../views/frame-props.ts'
import type { RefusedForm } from '../../shop/form-problem.ts'

export function refusedFor(
  code: ProblemCode,
  { words = null, faults = [] }: { readonly words?: string | null; readonly faults?: readonly string[] } = {},
): RefusedForm {
  return { code, words, faults: new Set(faults) }
}

export function staleFor({ language }: FrameProps): RefusedForm {
  return refusedFor('version_stale', { words: texts(language).shop.frame.stale })
}
