// Drawing's limits: time, waiting room, sizes that labels ask for.
import { expect, onTestFinished, test } from 'vitest'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { realLabel } from '../test-printer/test/printer-rig.ts'
import { LabelDrawer } from './label-drawer.ts'
import { labelSize, labelText } from './label-size.ts'

function drawerOn(clock: SteppedClock): LabelDrawer {
  const drawer = new LabelDrawer({ clock })
  onTestFinished(async () => drawer.stop())
  return drawer
}

test('a picture that takes longer than 8 s is given up, and the next one is drawn', async () => {
  const clock = new SteppedClock()
  const drawer = drawerOn(clock)
  await drawer.draw(realLabel('usps.zpl'))
  const endless = drawer.draw(realLabel('ups.zpl'))
  const refused = expect(endless).rejects.toMatchObject({ code: 'upstream_timeout' })
  await until('drawing has begun', () => clock.pending() > 0)
  clock.stepMs(8_000)
  await refused
  expect((await drawer.draw(realLabel('usps.zpl'))).toString('latin1', 1, 4)).toBe('PNG')
})

test('a computer that takes longer than 8 s to load the renderer draws for the next one who asks', async () => {
  const clock = new SteppedClock()
  const drawer = drawerOn(clock)
  const refused = expect(drawer.draw(realLabel('ups.zpl'))).rejects.toMatchObject({
    code: 'upstream_timeout',
  })
  clock.stepMs(8_000)
  await until('drawing has begun', () => clock.pending() > 0)
  clock.stepMs(8_000)
  await refused
  expect((await drawer.draw(realLabel('usps.zpl'))).toString('latin1', 1, 4)).toBe('PNG')
})

test('the worker ends when no picture was asked for, and comes back for the next one', async () => {
  const clock = new SteppedClock()
  const drawer = drawerOn(clock)
  const first = await drawer.draw(realLabel('usps.zpl'))
  clock.stepMs(15_000)
  expect(clock.pending()).toBe(0)
  expect((await drawer.draw(realLabel('usps.zpl'))).equals(first)).toBe(true)
})

test('more than 32 pictures at once are refused', async () => {
  const drawer = drawerOn(new SteppedClock())
  const codeOf = (error: unknown): unknown => (error instanceof ProblemError ? error.code : error)
  const codes = await Promise.all(
    Array.from({ length: 33 }, async () => drawer.draw(Buffer.from('no label')).catch(codeOf)),
  )
  expect(codes).toEqual([...Array.from({ length: 32 }, () => 'invalid'), 'unavailable'])
})

test('a label is drawn as large as it says, within 20 by 40 cm, else 4 by 6 inches', () => {
  expect(labelSize('^XA^PW812^LL1218')).toEqual({ widthMm: 101.5, heightMm: 152.25, dotsPerMm: 8 })
  expect(labelSize('^XA^PW99999^LL99999')).toEqual({ widthMm: 200, heightMm: 400, dotsPerMm: 8 })
  expect(labelSize('^XA^PW1')).toEqual({ widthMm: 101.6, heightMm: 152.4, dotsPerMm: 8 })
})

test('text is read as UTF-8, and byte by byte where it is none', () => {
  expect(labelText(Buffer.from('Größe'))).toBe('Größe')
  expect(labelText(Buffer.from('Größe', 'latin1'))).toBe('Größe')
})
