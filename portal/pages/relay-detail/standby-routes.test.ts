// The standby printer over HTTP: chosen in the editor, taken away there, and left again by a button.
import { describe, expect, test } from 'vitest'
import { load } from '../../test/page-text.ts'
import { PAGE, startPrintingStage, writes } from '../../test/printing-stage.ts'

const ROLE = `${PAGE}/computers/11/role`
const FIRST = `${PAGE}/first-printer`
const CHOICE = { role: 'standby', printerName: 'cups:ZD421', afterSeconds: '60', standbyReturn: 'manual' }

describe('the editor', () => {
  test('saves a standby printer with its seconds and its way back', async () => {
    const rig = await startPrintingStage()
    const form = await rig.fields()
    const reply = await rig.admin.post(ROLE, { ...form, ...CHOICE })
    expect([reply.status, reply.location, reply.notice]).toEqual([303, PAGE, 'printing-saved'])
    const standby = { computerId: 11, printerName: 'cups:ZD421', afterSeconds: 60, return: 'manual' }
    expect(rig.customer.printerConfig?.standby).toEqual(standby)
    expect(writes(rig)).toEqual([`PUT 1/standby "${form.version}"`])
    const page = (await rig.admin.get(PAGE)).text
    expect(page).toContain('after 60 s, back by hand')
  })

  test('takes it away when its computer is to be a Client alone', async () => {
    const rig = await startPrintingStage()
    await rig.admin.post(ROLE, { ...(await rig.fields()), ...CHOICE })
    const form = await rig.fields()
    expect((await rig.admin.post(ROLE, { ...form, role: '2' })).notice).toBe('printing-saved')
    expect(rig.customer.printerConfig?.standby).toBeNull()
    expect(rig.counter.role).toBe(2)
    expect(writes(rig).at(-1)).toBe(`PUT 1/standby "${form.version}"`)
  })

  test.each([
    ['14', 'afterSeconds'],
    ['3601', 'afterSeconds'],
    ['soon', 'afterSeconds'],
  ])('with %s seconds comes back with what was typed', async (afterSeconds) => {
    const rig = await startPrintingStage()
    const reply = await rig.admin.post(ROLE, { ...(await rig.fields()), ...CHOICE, afterSeconds })
    expect(reply.status).toBe(422)
    expect(reply.text).toContain('Possible are 15 to 3600 seconds.')
    expect(reply.text).toContain(`value="${afterSeconds}"`)
    expect(writes(rig)).toEqual([])
  })

  test('cannot choose a computer that is offline', async () => {
    const rig = await startPrintingStage()
    const form = { ...(await rig.fields(12)), ...CHOICE }
    expect((await rig.admin.post(`${PAGE}/computers/12/role`, form)).status).toBe(409)
    expect(writes(rig)).toEqual([])
  })
})

describe('the way back', () => {
  async function inUse() {
    const rig = await startPrintingStage()
    await rig.admin.post(ROLE, { ...(await rig.fields()), ...CHOICE })
    const waiting = { unknown: 0, held: 0, personReasons: [], printer: 0, printerReasons: [] }
    const use = { computerName: 'COUNTER-1', since: '2026-01-01T00:00:00.000Z', why: 'printer_away' } as const
    rig.counter.jobsWaiting = { ...waiting, standby: use }
    return rig
  }

  test('is a button beside why and since when, and says that it was told', async () => {
    const rig = await inUse()
    const { text } = await rig.admin.get(PAGE)
    expect(text).toContain('Labels of COUNTER-1 come out at COUNTER-1 (standby).')
    expect(text).toContain('The first printer is off or not reached.')
    expect(text).toContain('prints at COUNTER-1 (standby)')
    expect(text).not.toContain('labels of the other computers wait')
    expect(text).toContain('Use the printer of DISPENSARY again')
    const version = String(rig.customer.printingVersion)
    const reply = await rig.admin.post(FIRST, { csrf: load(text).csrf, version })
    expect([reply.location, reply.notice]).toEqual([PAGE, 'first-again'])
    expect(rig.upstream.store.printing.firstAgain).toBe(1)
    const old = await rig.admin.post(FIRST, { csrf: load(text).csrf, version })
    expect([old.location, old.notice]).toEqual([PAGE, 'changed'])
    expect(rig.upstream.store.printing.firstAgain).toBe(1)
    expect((await rig.admin.get(FIRST)).location).toBe(PAGE)
  })

  test('is not for Support, who see what is used', async () => {
    const rig = await inUse()
    const support = await rig.signedIn('Support')
    const { text } = await support.get(PAGE)
    expect(text).toContain('come out at COUNTER-1 (standby).')
    expect(text).not.toContain('Use the printer of DISPENSARY again')
    expect((await support.post(FIRST, { csrf: load(text).csrf, version: '1' })).status).toBe(403)
  })
})
