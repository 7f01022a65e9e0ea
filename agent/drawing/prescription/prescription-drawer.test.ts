// Labels from the process that draws them: bytes, pictures, refusals, and what is left of it when it rests.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { LabelMedia } from '@pharmacy-relay/shared/api/pharmacy/labels.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { PrescriptionDrawer, type PrescriptionOrder } from './prescription-drawer.ts'
import { DRAWN_LANGUAGES } from './languages/payload.ts'
import { DECODERS } from './test/decoders.ts'
import { PRESCRIPTIONS } from './test/prescriptions.ts'
import { readPng } from './test/read-png.ts'

const MEDIA: LabelMedia = { widthMm: 100, heightMm: 50, dpi: 203 }

/** No time passes by itself, however busy the machine is. */
function drawerOn(clock = new SteppedClock()): PrescriptionDrawer {
  const drawer = new PrescriptionDrawer({ clock })
  onTestFinished(async () => drawer.stop())
  return drawer
}

test('bytes for the printer come with a picture of the same dots for each label', async () => {
  const drawer = drawerOn()
  for (const language of DRAWN_LANGUAGES) {
    const drawn = await drawer.draw({ document: PRESCRIPTIONS.taper, media: MEDIA, language })
    const printed = DECODERS[language](drawn.payload)
    expect(drawn.labels).toBe(4)
    expect(printed).toHaveLength(4)
    for (const [index, picture] of drawn.pictures.entries())
      expect(Buffer.from(readPng(picture).bytes).equals(printed[index]?.dots.bytes ?? Buffer.of())).toBe(true)
  }
})

test('a refusal says why as a code with what is needed, and the next label is drawn', async () => {
  const drawer = drawerOn()
  const order = { media: MEDIA, language: 'zpl' } as const
  await expect(
    drawer.draw({ ...order, document: { ...PRESCRIPTIONS.plain, drug: '薬 5 mg' } }),
  ).rejects.toMatchObject({
    code: 'invalid',
    reason: { code: 'label_character', params: { character: '薬 (U+85AC)' } },
  })
  await expect(drawer.draw({ ...order, document: PRESCRIPTIONS.long })).rejects.toMatchObject({
    code: 'invalid',
    reason: { code: 'label_item_too_high', params: { size: '100 × 75 mm' } },
  })
  expect((await drawer.draw({ ...order, document: PRESCRIPTIONS.plain })).labels).toBe(1)
})

test('the process ends when no label was asked for in 15 s, and comes back for the next one', async () => {
  const clock = new SteppedClock()
  const drawer = drawerOn(clock)
  const order = { document: PRESCRIPTIONS.plain, media: MEDIA, language: 'tspl' } as const
  const first = await drawer.draw(order)
  clock.stepMs(15_000)
  drawer.forget()
  expect(clock.pending()).toBe(0)
  expect((await drawer.draw(order)).payload.equals(first.payload)).toBe(true)
})

describe('the label that was drawn last', () => {
  const ORDER = { document: PRESCRIPTIONS.plain, media: MEDIA, language: 'zpl' } as const

  /** Whether the second is drawn anew. */
  async function isDrawnAgain(
    second: PrescriptionOrder,
    meanwhile: (drawer: PrescriptionDrawer, clock: SteppedClock) => void = () => undefined,
  ) {
    const clock = new SteppedClock()
    const drawer = drawerOn(clock)
    const first = await drawer.draw(ORDER)
    meanwhile(drawer, clock)
    return (await drawer.draw(second)).payload !== first.payload
  }

  test('is not drawn again, as its printing follows its being shown', async () => {
    expect(await isDrawnAgain(structuredClone(ORDER))).toBe(false)
  })

  test('is drawn again after 5 minutes, and once it was forgotten', async () => {
    expect(await isDrawnAgain(ORDER, (_, clock) => clock.stepMs(299_999))).toBe(false)
    expect(await isDrawnAgain(ORDER, (_, clock) => clock.stepMs(300_000))).toBe(true)
    expect(await isDrawnAgain(ORDER, (drawer) => drawer.forget())).toBe(true)
  })

  test('is not kept when it is forgotten while it is drawn: whoever may see it has left', async () => {
    const drawer = drawerOn()
    const drawing = drawer.draw(ORDER)
    drawer.forget()
    const first = await drawing
    expect((await drawer.draw(ORDER)).payload).not.toBe(first.payload)
  })

  test('is no other label: one letter, another size or language is drawn', async () => {
    const document = { ...ORDER.document, drug: `${ORDER.document.drug}.` }
    expect(await isDrawnAgain({ ...ORDER, document })).toBe(true)
    expect(await isDrawnAgain({ ...ORDER, media: { ...MEDIA, dpi: 300 } })).toBe(true)
    expect(await isDrawnAgain({ ...ORDER, language: 'epl' })).toBe(true)
  })
})

test('the largest label that there is comes out', async () => {
  const media = { widthMm: 110, heightMm: 300, dpi: 600 } as const
  const { payload } = await drawerOn().draw({ document: PRESCRIPTIONS.plain, media, language: 'zpl' })
  expect(DECODERS.zpl(payload)[0]?.dots).toMatchObject({ width: 2_598, height: 7_087 })
})

const Held = z.object({ before: z.number(), helper: z.number(), after: z.number() })

test.skipIf(process.platform !== 'linux')(
  'H13: 15 s after 30 labels what drew them is gone, and the agent holds what it held before',
  async () => {
    const program = fork(path.join(import.meta.dirname, 'test/resting-program.ts'), { execArgv: [] })
    onTestFinished(() => void program.kill())
    const ended = once(program, 'exit').then(([code]) => expect.fail(`it ended with ${String(code)}`))
    const [message]: unknown[] = await Promise.race([once(program, 'message'), ended])
    const { before, helper, after } = Held.parse(message)
    expect(helper).toBeGreaterThan(50)
    expect(after).toBeLessThan(before + 25)
  },
)
