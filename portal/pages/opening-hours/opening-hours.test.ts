// The opening hours of a pharmacy over HTTP: shown with where they come from, set, refused with what was typed, left to what is learnt.
import { expect, test } from 'vitest'
import { load } from '../../test/page-text.ts'
import { startPortalRig } from '../../test/portal-rig.ts'

const PAGE = '/relay/P-1001'
const HOURS = `${PAGE}/hours`
const MONDAY = { 'from-0-0': '09:00', 'to-0-0': '13:00', 'from-0-1': '14:00', 'to-0-1': '00:00' }

test('an Admin sets them, is told what is wrong with them, and leaves them to what is learnt', async () => {
  const rig = await startPortalRig()
  const browser = await rig.signedIn()
  const { csrf } = load((await browser.get(HOURS)).text)
  const post = async (fields: Record<string, string>) => browser.post(HOURS, { csrf, ...fields })

  const nowhere = await post({ ...MONDAY, timeZone: 'Europe/Nowhere' })
  expect([nowhere.status, load(nowhere.text).field('from-0-0')]).toEqual([422, '09:00'])
  expect(nowhere.text).toContain('There is no such time zone.')
  const half = await post({ ...MONDAY, 'to-0-0': '', timeZone: 'Europe/Istanbul' })
  expect([half.status, half.text.includes('a beginning and a later end')]).toEqual([422, true])
  expect(rig.upstream.store.customers[0]?.openingHours?.source).toBe('unknown')

  const saved = await post({ ...MONDAY, timeZone: 'Europe/Istanbul', how: 'set' })
  expect([saved.status, saved.location, saved.notice]).toEqual([303, PAGE, 'saved'])
  expect(rig.upstream.store.customers[0]?.openingHours).toMatchObject({
    timeZone: 'Europe/Istanbul',
    week: [
      [
        { from: '09:00', to: '13:00' },
        { from: '14:00', to: '24:00' },
      ],
      [],
      [],
      [],
      [],
      [],
      [],
    ],
  })
  const page = (await browser.get(PAGE)).text
  expect(page).toContain('Mon 09:00–13:00, 14:00–24:00; Tue–Sun closed')
  expect(page).toContain('(set by staff)')
  const form = (await browser.get(HOURS)).text
  expect([load(form).field('to-0-1'), form.includes('Use what is learnt')]).toEqual(['00:00', true])

  expect((await post({ timeZone: 'Europe/Istanbul', how: 'learnt' })).notice).toBe('saved')
  expect((await browser.get(PAGE)).text).toContain('Opening hours: not known yet')
})

test('Support sees them and does not change them', async () => {
  const rig = await startPortalRig()
  const customer = rig.upstream.store.customers[0]
  if (customer === undefined) throw new Error('the rig has no pharmacy')
  customer.openingHours = {
    source: 'learnt',
    timeZone: 'Europe/Istanbul',
    week: [[], [], [], [], [], [], []],
    isOpen: false,
    learntAt: null,
  }
  const support = await rig.signedIn('Support')
  const page = (await support.get(PAGE)).text
  expect(page).toContain('Mon–Sun closed')
  expect(page).toContain('closed now')
  expect(page).not.toContain(HOURS)
  expect((await support.get(HOURS)).status).toBe(403)
})
