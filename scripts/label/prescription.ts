// A made-up prescription as a label to send, and as pictures to look at.
import { writeFileSync } from 'node:fs'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { PrescriptionDrawer } from '../../agent/drawing/prescription/prescription-drawer.ts'
import { PRESCRIPTIONS } from '../../agent/drawing/prescription/test/prescriptions.ts'
import type { Label } from './label-file.ts'

const MEDIA = { widthMm: 100, heightMm: 50, dpi: 203 } as const

/** For people, who choose one. */
export function prescriptionNames(): string {
  return Object.keys(PRESCRIPTIONS).join(', ')
}

/** In ZPL, 100 × 50 mm at 203 dpi. `save`: a PNG file for its picture; further labels get a number. Throws Error with words. */
export async function prescriptionLabel(name: string, save: string | null): Promise<Label> {
  const document = Object.entries(PRESCRIPTIONS).find(([known]) => known === name)?.[1]
  if (document === undefined) throw new Error(`There is no prescription ${name}. All: ${prescriptionNames()}`)
  const drawer = new PrescriptionDrawer({ clock: systemClock })
  try {
    const { payload, pictures } = await drawer.draw({ document, media: MEDIA, language: 'zpl' })
    for (const [index, picture] of pictures.entries())
      if (save !== null)
        writeFileSync(index === 0 ? save : save.replace(/(\.png)?$/i, `-${index + 1}.png`), picture)
    return { name: `the prescription ${name}`, bytes: payload }
  } finally {
    await drawer.stop()
  }
}
