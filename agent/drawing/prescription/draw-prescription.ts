// A prescription's labels as dots: laid out, shaped and filled. Takes typefaces and a raster that are loaded.
import type { LabelDocument, LabelMedia } from '@pharmacy-relay/shared/api/pharmacy/labels.ts'
import type { Dots } from './dots/dots.ts'
import { pictureOf } from './dots/picture.ts'
import { rasterOf } from './dots/raster.ts'
import { layoutOf } from './layout/labels.ts'
import { refusalOf } from './layout/refusal.ts'
import type { Shaper } from './text/shaping.ts'

/**
 * One to four labels. Throws ProblemError `invalid` with a reason: `label_character`, `label_item_too_high`,
 * `label_too_many`, `label_no_size`.
 */
export function drawPrescription(document: LabelDocument, media: LabelMedia, shaper: Shaper): Dots[] {
  const layout = layoutOf(document, media, shaper)
  if (typeof layout === 'string') throw refusalOf(layout, { document, media, shaper })
  return layout.map((label) => rasterOf(pictureOf(label, document.dispenseCode)))
}
