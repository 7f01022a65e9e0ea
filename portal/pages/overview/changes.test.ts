// The overview tells what changed since the reader's last visit, with an address for it that is no visit.
import { expect, test } from 'vitest'
import { startPortalRig } from '../../test/portal-rig.ts'

test('the overview tells of changes since the last visit, with a link that everybody can open and that is no visit', async () => {
  const { upstream, signedIn } = await startPortalRig()
  const { supportDesk: desk } = upstream.store
  const support = await signedIn('Support')
  const { text } = await support.get('/')
  expect(text).toContain('Since your last visit')
  expect(text).toContain('3 began, 2 ended')
  expect(text).toContain('1,000 or more began')
  expect(text).toContain('and 11 more')
  const [, link = ''] = /href="(\/\?since=[^"]+)"/.exec(text) ?? []
  expect(link).toBe('/?since=2026-11-19T17:02:00.000Z')
  const visits = desk.visits
  const asked = await (await signedIn('Admin')).get(link)
  expect([asked.status, asked.text.includes('Changes since'), desk.visits]).toEqual([200, true, visits])
  expect((await support.get('/?since=yesterday')).status).toBe(422)
  await support.get('/overview')
  expect(desk.visits).toBe(visits + 1)
  desk.since = null
  expect((await support.get('/')).text).not.toContain('Since your last visit')
})
