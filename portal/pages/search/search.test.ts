// The search from anywhere over HTTP: who may use it, what is asked of the store, what the dialog and the page get.
import { describe, expect, test } from 'vitest'
import { FRAGMENT, startPrintingStage } from '../../test/printing-stage.ts'

describe('the search from anywhere', () => {
  test.each(['Admin', 'Support', 'SuperSupport'] as const)(
    'is for %s, with a link on every page',
    async (role) => {
      const rig = await startPrintingStage()
      const visitor = await rig.signedIn(role)
      const page = await visitor.get('/search?q=central')
      expect(page.status).toBe(200)
      expect(page.text).toContain('href="/relay/P-1042"')
      expect(page.text).toContain('href="/relay/P-1042#computer-12"')
      expect((await visitor.get('/relay')).text).toMatch(/<a[^>]*href="\/search"/)
    },
  )

  test('leads from more to the lists that have the same', async () => {
    const rig = await startPrintingStage()
    const { text } = await rig.admin.get('/search?q=a%26b')
    expect(text).toContain('href="/relay?q=a%26b"')
    expect(text).toContain('href="/support/computers?q=a%26b"')
  })

  test('gives the script options, and words where there are none', async () => {
    const rig = await startPrintingStage()
    const found = await rig.admin.get('/search/options?q=central', FRAGMENT)
    expect(found.text).toMatch(/^<div id="search-found" data-said="3 results, and there are more."/)
    const nobody = await rig.admin.get('/search/options?q=nobody', FRAGMENT)
    expect(nobody.text).toContain('Nothing has “nobody”')
    expect(rig.upstream.store.support.queries).toEqual([{ q: 'central' }, { q: 'nobody' }])
  })

  test('says of pharmacies and computers whether their labels come out, in words and by a shape', async () => {
    const rig = await startPrintingStage()
    for (const { text } of [
      await rig.admin.get('/search?q=central'),
      await rig.admin.get('/search/options?q=central', FRAGMENT),
    ]) {
      const states = [...text.matchAll(/<span class="search-state look-([a-z]+)">(.*?)<\/span>/g)]
      expect(states.map(([, look, said]) => [look, said?.replaceAll(/<[^>]*>/g, '').trim()])).toEqual([
        ['bad', 'Labels do not come out'],
        ['good', 'Labels come out'],
        ['quiet', 'offline'],
        ['bad', 'Labels do not come out'],
      ])
      expect(states.filter(([, , said]) => said?.includes('<svg'))).toHaveLength(3)
    }
  })

  test('asks nothing without a word, refuses one that is too long, and is for nobody without a session', async () => {
    const rig = await startPrintingStage()
    expect((await rig.admin.get('/search')).status).toBe(200)
    expect(rig.upstream.store.support.queries).toEqual([])
    expect((await rig.admin.get(`/search?q=${'x'.repeat(101)}`)).status).toBe(422)
    const stranger = rig.browser()
    expect((await stranger.get('/search?q=a')).location).toMatch(/^\/sign-in/)
    expect((await stranger.get('/search/options?q=a', FRAGMENT)).status).toBe(401)
    expect((await stranger.get('/sign-in')).text).not.toContain('search-dialog')
  })
})
