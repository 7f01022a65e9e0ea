// The pages for support over HTTP: who may see them, what is asked of the store, what a wrong address says.
import { describe, expect, test } from 'vitest'
import { EVENINGS, historyOf, problemOf } from '../testing/support-pages.ts'
import { FRAGMENT, PAGE, startPrintingStage } from '../../test/printing-stage.ts'

describe('the list by problem', () => {
  test.each(['Admin', 'Support', 'SuperSupport'] as const)('is for %s', async (role) => {
    const rig = await startPrintingStage()
    const page = await (await rig.signedIn(role)).get('/support')
    expect(page.status).toBe(200)
    expect(page.text).toContain('Offline for over an hour')
    expect(page.text).toContain('/relay/P-1042#computer-12')
  })

  test('opens on the first problem that some computer has, unless the address names one', async () => {
    const rig = await startPrintingStage()
    const { support } = rig.upstream.store
    support.problems = { expired: [problemOf({ labels: 2 })], answers: [problemOf({ labels: 3 })] }
    const shown = async (address: string) =>
      /id="problem-([a-z]+)"[^>]*aria-current="page"/.exec((await rig.admin.get(address)).text)?.[1]
    expect(await shown('/support')).toBe('answers')
    expect(await shown('/support?problem=offline')).toBe('offline')
    support.problems = {}
    expect(await shown('/support')).toBe('offline')
  })

  test('asks the store for the problem and the page of its address, whatever else stands there', async () => {
    const rig = await startPrintingStage()
    const { support } = rig.upstream.store
    support.problems = { answers: [problemOf({ labels: 3 })] }
    const page = await rig.admin.get('/support?problem=answers&page=2&pageSize=25&utm=x')
    expect(support.queries).toEqual([{ problem: 'answers', page: 2, pageSize: 25 }])
    expect(page.text).toContain('3 labels wait for an answer')
  })

  test('gives the script its live part alone, and refuses what it does not know in words', async () => {
    const rig = await startPrintingStage()
    const fragment = await rig.admin.get('/support/table?problem=expired', FRAGMENT)
    expect(fragment.text).toMatch(/^<div id="support-list"/)
    expect((await rig.admin.get('/support?problem=weather')).status).toBe(422)
    expect((await rig.browser().get('/support')).location).toMatch(/^\/sign-in/)
  })
})

describe('the search', () => {
  test('finds computers of all pharmacies, and says when it finds none', async () => {
    const rig = await startPrintingStage()
    const found = await rig.admin.get('/support/computers?q=counter')
    expect(found.text).toContain('/relay/P-1042#computer-12')
    expect(found.text).toContain('value="counter"')
    const none = await rig.admin.get('/support/computers?q=nobody')
    expect([none.status, none.text.includes('No computer has “nobody”')]).toEqual([200, true])
    expect((await rig.admin.get('/support/computers/table?q=counter', FRAGMENT)).text).toMatch(
      /^<div id="found-computers"/,
    )
  })

  test('begins on the list of pharmacies, too', async () => {
    const rig = await startPrintingStage()
    expect((await rig.admin.get('/relay')).text).toMatch(/<form[^>]*action="\/support\/computers"/)
  })
})

describe('the history of a computer', () => {
  test.each(['Admin', 'Support', 'SuperSupport'] as const)('is for %s', async (role) => {
    const rig = await startPrintingStage()
    rig.upstream.store.support.history = historyOf(EVENINGS)
    const visitor = await rig.signedIn(role)
    const page = await visitor.get(`${PAGE}/computers/11/history`)
    expect([page.status, page.text.includes('Connection of COUNTER-1')]).toEqual([200, true])
    expect((await visitor.get(PAGE)).text).toContain(`${PAGE}/computers/11/history`)
    const fragment = await visitor.get(`${PAGE}/computers/11/history/table`, FRAGMENT)
    expect(fragment.text).toMatch(/^<div id="computer-history"/)
  })

  test('is not there for a computer that the pharmacy does not have, nor for nobody', async () => {
    const rig = await startPrintingStage()
    for (const path of [`${PAGE}/computers/99/history`, '/relay/P-9/computers/11/history'])
      expect((await rig.admin.get(path)).status).toBe(404)
    expect((await rig.browser().get(`${PAGE}/computers/11/history`)).location).toMatch(/^\/sign-in/)
  })
})
