// Why a prescription is not drawn on labels of a size, and the smallest usual size on which it would be.
import type { LabelDocument, LabelMedia } from '@pharmacy-relay/shared/api/pharmacy/labels.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem-error.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { Shaper } from '../text/shaping.ts'
import { layoutOf, MAX_LABELS, type Misfit } from './labels.ts'

/** Millimetres, as label rolls are sold, by area. */
const USUAL_SIZES = [
  [76, 51],
  [100, 50],
  [100, 75],
  [100, 100],
  [100, 150],
] as const

/** ProblemError `invalid` with reason `label_item_too_high`, `label_too_many` or `label_no_size`. */
export function refusalOf(
  misfit: Misfit,
  {
    document,
    media,
    shaper,
  }: { readonly document: LabelDocument; readonly media: LabelMedia; readonly shaper: Shaper },
): ProblemError {
  const fitting = USUAL_SIZES.find(([widthMm, heightMm]) => {
    const isLarger = widthMm * heightMm > media.widthMm * media.heightMm
    return isLarger && typeof layoutOf(document, { ...media, widthMm, heightMm }, shaper) !== 'string'
  })
  if (fitting === undefined) return new ProblemError('invalid', reason('label_no_size', {}))
  const size = `${fitting[0]} × ${fitting[1]} mm`
  return new ProblemError(
    'invalid',
    misfit === 'item'
      ? reason('label_item_too_high', { size })
      : reason('label_too_many', { max: MAX_LABELS, size }),
  )
}
