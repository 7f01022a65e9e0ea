// The last masked picture stays in memory: drawn once, what is sent is what was seen. Nothing that is written on a label is in it.
import { MAX_PACKED_BYTES } from '@pharmacy-relay/shared/api/support/help-bundle.ts'
import type { LabelPicture } from './label-picture.ts'

type Draw = (ref: string) => Promise<LabelPicture>

/** As `draw`, but the label that was asked for last is not drawn again. Larger ones, which cannot be sent, are not kept. */
export function keepingLast(draw: Draw): Draw {
  let last: { readonly ref: string; readonly picture: LabelPicture } | null = null
  return async (ref) => {
    if (last?.ref === ref) return last.picture
    const picture = await draw(ref)
    last = picture.png.byteLength > MAX_PACKED_BYTES ? null : { ref, picture }
    return picture
  }
}
