// The reader's time zone: what the cookie may say, and pages that are made with it.
import { expect, test } from 'vitest'
import { startPortalRig } from '../test/portal-rig.ts'
import { PAGE, startPrintingStage } from '../test/printing-stage.ts'
import { readZone } from './reader-zone.ts'

test.for([
  ['zone=Europe%2FBerlin', 'Europe/Berlin'],
  ['a=b; zone=America/New_York', 'America/New_York'],
  ['zone=Atlantis%2FCapital', 'UTC'],
  ['zone=%0d%0aSet-Cookie', 'UTC'],
  ['zone=', 'UTC'],
  [undefined, 'UTC'],
] as const)('%s is %s', ([cookie, zone]) => {
  expect(readZone(cookie, 'UTC')).toBe(zone)
})

test('times are written in the zone that the browser told, with UTC in the title; in UTC before', async () => {
  const { admin } = await startPrintingStage()
  // COUNTER-2 was last online at the first instant of 2026.
  const before = (await admin.get(PAGE)).text
  expect(before).toContain('title="1 Jan 2026, 00:00:00 UTC"')
  admin.cookies.set('zone', 'Europe%2FIstanbul')
  const after = (await admin.get(PAGE)).text
  expect(after).toContain('title="1 Jan 2026, 03:00:00 GMT+3 · 1 Jan 2026, 00:00:00 UTC"')
  expect(after).toContain('datetime="2026-01-01T00:00:00.000Z"')
})

test('a browser without a script gets the zone of the platform', async () => {
  const rig = await startPortalRig({ options: { timeZone: 'Europe/Istanbul' } })
  const admin = await rig.signedIn()
  const { text } = await admin.get('/account')
  expect(text).toContain('GMT+3')
  admin.cookies.set('zone', 'America%2FNew_York')
  expect((await admin.get('/account')).text).not.toContain('GMT+3')
})
