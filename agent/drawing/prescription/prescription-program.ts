// The process that draws prescription labels: typefaces, shaping and raster are loaded here alone, and go with it.
import { z } from 'zod'
import { LabelDocument, LabelMedia } from '@pharmacy-relay/shared/api/pharmacy/labels.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem-error.ts'
import { loadRaster } from './dots/raster.ts'
import { pngOf } from './dots/png.ts'
import { drawPrescription } from './draw-prescription.ts'
import { DRAWN_LANGUAGES, payloadOf } from './languages/payload.ts'
import { Shaper } from './text/shaping.ts'
import { loadTypefaces } from './text/typefaces.ts'

const Order = z.strictObject({
  id: z.int(),
  document: LabelDocument,
  media: LabelMedia,
  language: z.enum(DRAWN_LANGUAGES),
})

function answerTo(message: unknown, shaper: Shaper): Readonly<Record<string, unknown>> {
  const { id, document, media, language } = Order.parse(message)
  try {
    const labels = drawPrescription(document, media, shaper)
    return { id, payload: payloadOf(labels, media, language), pictures: labels.map(pngOf) }
  } catch (error) {
    // Words of other errors may hold what stands on the label.
    return { id, refusal: error instanceof ProblemError ? error.reason : null }
  }
}

// The agent has gone.
process.once('disconnect', () => process.exit())
await loadRaster()
const shaper = new Shaper({ typefaces: loadTypefaces() })
process.on('message', (message) => process.send?.(answerTo(message, shaper)))
process.send?.({ isReady: true })
