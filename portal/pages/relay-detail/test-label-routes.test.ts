// Test labels over HTTP: who may, once per click that was meant, and every answer in words.
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { describe, expect, test } from 'vitest'
import { FRAGMENT, PAGE, startPrintingStage, writes } from '../../test/printing-stage.ts'
import type { TestBrowser } from '../../test/test-browser.ts'

const LABEL = `${PAGE}/test-label`

describe('a test label', () => {
  const order = async (browser: TestBrowser, once: string, headers = {}) => {
    const csrf = await browser.csrfOf(PAGE)
    return await browser.post(LABEL, { csrf, computer: '11', once }, headers)
  }

  test.each(['Admin', 'Support', 'SuperSupport'] as const)('can be printed by %s', async (role) => {
    const rig = await startPrintingStage()
    const reply = await order(await rig.signedIn(role), '1')
    expect(reply.status).toBe(200)
    expect(reply.text).toContain('Test label from COUNTER-1:')
    expect(writes(rig)).toEqual(['POST 1/computers/11/test-label'])
  })

  test('answers the script with the words alone', async () => {
    const rig = await startPrintingStage()
    rig.upstream.store.printing.testLabel = {
      state: 'waiting_for_printer',
      reasons: [reason('printer_condition', { condition: 'paper_out' })],
    }
    const { text } = await order(rig.admin, '1', FRAGMENT)
    expect(text).toMatch(/^<span class="label-answer label-warning">/)
    expect(text).toContain('has no labels left')
  })

  test('is printed once by a double click, and again by a later one', async () => {
    const rig = await startPrintingStage()
    const csrf = await rig.admin.csrfOf(PAGE)
    const post = async (once: string) => await rig.admin.post(LABEL, { csrf, computer: '11', once })
    const [first, second] = await Promise.all([post('1'), post('1')])
    expect(first.text).toContain('sent to the printer')
    expect(second.text).toContain('sent to the printer')
    expect(writes(rig)).toHaveLength(1)
    await post('2')
    expect(writes(rig)).toHaveLength(2)
  })

  test('of an offline, a silent or an unknown computer is answered in words', async () => {
    const rig = await startPrintingStage()
    rig.counter.isOnline = false
    expect((await order(rig.admin, '1')).text).toContain('Nothing was printed.')
    rig.counter.isOnline = true
    rig.upstream.store.printing.silentComputers.add(11)
    expect((await order(rig.admin, '2', FRAGMENT)).text).toContain('Look at the printer before you try again')
    const csrf = await rig.admin.csrfOf(PAGE)
    expect((await rig.admin.post(LABEL, { csrf, computer: '99', once: '3' })).status).toBe(404)
    expect((await rig.admin.post(LABEL, { csrf, computer: "1' or 1=1", once: '4' })).status).toBe(404)
  })

  test('is refused without the form’s token', async () => {
    const rig = await startPrintingStage()
    expect((await rig.admin.post(LABEL, { csrf: 'x', computer: '11', once: '1' })).status).toBe(403)
    expect(writes(rig)).toEqual([])
  })

  test('leads whom comes back to its address to the pharmacy', async () => {
    const { admin } = await startPrintingStage()
    expect((await admin.get(LABEL)).location).toBe(PAGE)
  })
})
