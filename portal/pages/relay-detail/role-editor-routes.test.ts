// Roles and printers over HTTP: who may, what is sent to the store, and which page comes back.
import { describe, expect, test } from 'vitest'
import { computerOf } from '../testing/fixtures.ts'
import { load } from '../../test/page-text.ts'
import { FRAGMENT, PAGE, startPrintingStage, writes } from '../../test/printing-stage.ts'

const ROLE = `${PAGE}/computers/11/role`
const PRINTERS = `${PAGE}/computers/11/printers`

describe('the editor', () => {
  test('is part of the pharmacy’s page for an Admin, and a fragment alone for the script', async () => {
    const { admin } = await startPrintingStage()
    const page = await admin.get(`${PAGE}?edit=11`)
    expect(page.text).toContain('id="role-editor"')
    const fragment = await admin.get(ROLE, FRAGMENT)
    expect(fragment.text).toMatch(/^<section id="role-editor"/)
    expect(load(fragment.text).csrf).not.toBe('')
  })

  test('opens with the printer computer chosen from the place that says that no printer is set up', async () => {
    const rig = await startPrintingStage()
    rig.customer.printerConfig = null
    rig.dispensary.role = 2
    const page = (await rig.admin.get(PAGE)).text
    const link = `${PAGE}?edit=11&amp;role=1`
    expect(page).toContain(`href="${link}#role-editor"`)
    // One that is off cannot be asked for its printers.
    expect(page).not.toContain('edit=12&amp;role=1')
    expect((await rig.admin.get(`${PAGE}?edit=11&role=1`)).text).toMatch(/id="role-1"[^>]* checked/)
    expect((await rig.admin.get(`${ROLE}?role=1`, FRAGMENT)).text).toMatch(/id="role-1"[^>]* checked/)
    expect((await (await rig.signedIn('Support')).get(PAGE)).text).not.toContain('role=1')
  })

  test('asked for as a page leads to the pharmacy’s page', async () => {
    const { admin } = await startPrintingStage()
    expect((await admin.get(ROLE)).location).toBe(`${PAGE}?edit=11`)
    expect((await admin.get(PRINTERS)).location).toBe(`${PAGE}?edit=11`)
  })

  test.each(['99', 'x', '', '-1', '11&edit=12'])(
    'of no such computer (edit=%s) is a page without it',
    async (id) => {
      const { admin } = await startPrintingStage()
      const page = await admin.get(`${PAGE}?edit=${id}`)
      expect(page.status).toBe(200)
      expect(page.text).not.toContain('id="role-editor"')
      expect((await admin.get(`${PAGE}/computers/${id === '' ? 'y' : '99'}/role`)).status).toBe(404)
    },
  )

  test.each(['Support', 'SuperSupport'] as const)(
    'is not for %s: no controls, 403 for whoever posts',
    async (role) => {
      const rig = await startPrintingStage()
      const browser = await rig.signedIn(role)
      const page = await browser.get(`${PAGE}?edit=11`)
      expect(page.status).toBe(200)
      expect(page.text).not.toContain('id="role-editor"')
      expect(page.text).not.toContain('change-role')
      const { csrf } = load(page.text)
      rig.upstream.seen.length = 0
      for (const path of [ROLE, PRINTERS]) {
        expect((await browser.get(path)).status).toBe(403)
        expect((await browser.post(path, { csrf, version: '1', role: '0' })).status).toBe(403)
        expect((await browser.post(path, { csrf }, FRAGMENT)).status).toBe(403)
      }
      expect(writes(rig)).toEqual([])
    },
  )

  test('takes no form without its token or from another site', async () => {
    const { admin, fields, counter } = await startPrintingStage()
    const form = { ...(await fields()), role: '0' }
    expect((await admin.post(ROLE, { ...form, csrf: 'x' })).status).toBe(403)
    expect((await admin.post(ROLE, form, { origin: 'https://evil.example' })).status).toBe(403)
    expect(counter.role).toBe(2)
  })
})

describe('saving a role', () => {
  test('None and Client go out with the version that was loaded, and lead back with a notice', async () => {
    const rig = await startPrintingStage()
    const form = await rig.fields()
    const reply = await rig.admin.post(ROLE, { ...form, role: '0' })
    expect(reply.status).toBe(303)
    expect([reply.location, reply.notice]).toEqual([PAGE, 'printing-saved'])
    expect((await rig.admin.get(reply.location ?? '')).text).toContain('Saved. The computers are being told.')
    expect(rig.counter.role).toBe(0)
    expect(writes(rig)).toEqual([`PUT 1/computers/11/role "${form.version}"`])
  })

  test('of others that have none goes with it: one after the other, and what was not possible is said', async () => {
    const rig = await startPrintingStage()
    const [first, second] = [
      computerOf({ id: 21, pcName: 'FRONT', role: 0 }),
      computerOf({ id: 22, pcName: 'BACK', role: 0 }),
    ]
    rig.customer.computers.push(first, second)
    const page = await rig.admin.get(`${PAGE}?edit=11`)
    for (const id of ['clients-21', 'clients-22']) expect(page.text).toContain(`id="${id}"`)
    expect(page.text).not.toContain('id="clients-13"')
    const form = { ...(await rig.fields()), role: '1', printerName: 'tcp:192.168.1.50:9100', tcpPort: '9200' }
    const both = [...Object.entries(form), ['clients', '21'], ['clients', '22']] as [string, string][]
    const reply = await rig.admin.post(ROLE, both)
    expect([reply.location, reply.notice]).toEqual([PAGE, 'printing-saved'])
    expect([first.role, second.role, rig.counter.role]).toEqual([2, 2, 1])
    const version = Number(form.version)
    expect(writes(rig)).toEqual([
      `POST 1/printer-config "${version}"`,
      `PUT 1/computers/21/role "${version + 1}"`,
      `PUT 1/computers/22/role "${version + 2}"`,
    ])
    const again = { ...(await rig.fields(21)), role: '0', clients: '99' }
    expect((await rig.admin.post(`${PAGE}/computers/21/role`, again)).notice).toBe('printing-partly')
    expect(first.role).toBe(0)
  })

  test('refused keeps the others that were ticked', async () => {
    const rig = await startPrintingStage()
    rig.customer.computers.push(computerOf({ id: 21, pcName: 'FRONT', role: 0 }))
    const form = { ...(await rig.fields()), role: '1', printerName: '', clients: '21' }
    const reply = await rig.admin.post(ROLE, form)
    expect([reply.status, /id="clients-21"[^>]* checked/.test(reply.text)]).toEqual([422, true])
    expect(writes(rig)).toEqual([])
  })

  test('that it has already changes nothing and says so', async () => {
    const { admin, fields } = await startPrintingStage()
    const reply = await admin.post(ROLE, { ...(await fields()), role: '2' })
    expect([reply.location, reply.notice]).toEqual([PAGE, 'printing-unchanged'])
    expect((await admin.get(PAGE)).text).toMatch(/class="notice notice-neutral"[^]*It was so already/)
  })

  test('PrinterComputer saves printer and port; the previous one becomes a Client', async () => {
    const rig = await startPrintingStage()
    const form = { ...(await rig.fields()), role: '1', printerName: 'tcp:192.168.1.50:9100', tcpPort: '9200' }
    expect((await rig.admin.post(ROLE, form)).status).toBe(303)
    expect(rig.customer.printerConfig).toMatchObject({ printerComputerId: 11, tcpPort: 9200 })
    expect(rig.dispensary.role).toBe(2)
    expect(writes(rig)).toEqual([`POST 1/printer-config "${form.version}"`])
  })

  test.each(['0', '70000', '-1', '9100.5', '1e3', 'printer', ''])(
    'with the port “%s” is shown at the field',
    async (tcpPort) => {
      const rig = await startPrintingStage()
      const form = { ...(await rig.fields()), role: '1', printerName: 'cups:ZD421', tcpPort }
      const reply = await rig.admin.post(ROLE, form)
      expect(reply.status).toBe(422)
      expect(load(reply.text).field('tcpPort')).toBe(tcpPort)
      expect(reply.text).toContain('id="tcpPort-fault"')
      expect(reply.text).not.toContain('id="printerName-fault"')
      expect(writes(rig)).toEqual([])
    },
  )

  test.each([
    ['none', '', 'Choose a printer from the list.'],
    ['nonsense', 'x', 'does not report this printer'],
    ['one that was not reported', 'cups:GONE', 'does not report this printer'],
  ])('with %s as printer is shown at the field', async (_which, printerName, text) => {
    const { admin, fields, customer } = await startPrintingStage()
    const reply = await admin.post(ROLE, { ...(await fields()), role: '1', printerName })
    expect(reply.status).toBe(422)
    expect(reply.text).toContain('id="printerName-fault"')
    expect(reply.text).toContain(text)
    expect(customer.printerConfig?.printerComputerId).toBe(13)
  })

  test('without a role, or with one that is none, is shown at the choice', async () => {
    const rig = await startPrintingStage()
    for (const role of ['', '3', 'Client']) {
      const reply = await rig.admin.post(ROLE, { ...(await rig.fields()), role })
      expect(reply.status).toBe(422)
      expect(reply.text).toContain('id="role-fault"')
    }
    expect(writes(rig)).toEqual([])
  })

  test.each(['0', '2'])('%s of the printer computer asks once more, since labels stop', async (role) => {
    const rig = await startPrintingStage()
    const path = `${PAGE}/computers/13/role`
    const form = { ...(await rig.fields(13)), role }
    const asked = await rig.admin.post(path, form)
    expect(asked.status).toBe(422)
    expect(asked.text).toContain('id="confirm-fault"')
    expect(rig.customer.printerConfig).not.toBeNull()
    expect((await rig.admin.post(path, { ...form, confirm: 'yes' })).status).toBe(303)
    expect(rig.customer.printerConfig).toBeNull()
  })

  test('after somebody else did keeps the choice, says what is now, and can be saved again', async () => {
    const { admin, fields, customer, counter } = await startPrintingStage()
    const form = { ...(await fields()), role: '0' }
    customer.printingVersion += 1
    const stale = await admin.post(ROLE, form)
    expect(stale.status).toBe(412)
    expect(stale.text).toContain('DISPENSARY is the printer computer, with ZD421 and port 9100.')
    expect(counter.role).toBe(2)
    const editor = stale.text.slice(stale.text.indexOf('id="role-editor"'))
    expect(editor).toMatch(/id="role-0"[^>]* checked/)
    const { csrf } = form
    const version = load(editor).field('version') ?? ''
    expect((await admin.post(ROLE, { csrf, version, role: '0' })).status).toBe(303)
    expect(counter.role).toBe(0)
  })

  test('with a fault, after somebody else changed it, tells of both: mending the fault overwrites nothing unseen', async () => {
    const { admin, fields, customer } = await startPrintingStage()
    const form = { ...(await fields()), role: '1', printerName: 'cups:ZD421', tcpPort: 'x' }
    customer.printingVersion += 1
    const reply = await admin.post(ROLE, form)
    expect(reply.status).toBe(412)
    expect(reply.text).toContain('DISPENSARY is the printer computer, with ZD421 and port 9100.')
    expect(reply.text).toContain('id="tcpPort-fault"')
  })

  test('PrinterComputer of a computer that went offline says so', async () => {
    const { admin, fields, counter, customer } = await startPrintingStage()
    const form = { ...(await fields()), role: '1', printerName: 'cups:ZD421' }
    counter.isOnline = false
    const reply = await admin.post(ROLE, form)
    expect(reply.status).toBe(409)
    expect(reply.text).toContain('COUNTER-1 has gone offline.')
    expect(customer.printerConfig?.printerComputerId).toBe(13)
  })

  test('shows where a person chooses a language after a refusal: the editor, not the address of the form', async () => {
    const { admin, fields } = await startPrintingStage()
    const reply = await admin.post(ROLE, { ...(await fields()), role: '' })
    expect(load(reply.text).field('returnTo')).toBe(`${PAGE}?edit=11`)
  })

  test('is kept in the editor while the store does not answer', async () => {
    const { admin, fields, upstream } = await startPrintingStage()
    const form = { ...(await fields()), role: '0' }
    upstream.cutPath = '/computers/11/role'
    const reply = await admin.post(ROLE, form)
    expect(reply.status).toBe(502)
    expect(reply.text).toMatch(/id="role-0"[^>]* checked/)
  })
})

describe('asking for printers', () => {
  test('is a fragment for the script, and the editor’s page without it', async () => {
    const { admin, fields } = await startPrintingStage()
    const { csrf } = await fields()
    const fragment = await admin.post(PRINTERS, { csrf, printerName: 'tcp:192.168.1.50:9100' }, FRAGMENT)
    expect(fragment.text).toMatch(/^<div id="reported-printers"/)
    expect(fragment.text).toContain('It answered: 2 printers.')
    expect(fragment.text).toMatch(
      /<option [^>]*selected[^>]*value="tcp:192.168.1.50:9100"|value="tcp:192.168.1.50:9100" selected/,
    )
    const page = await admin.post(PRINTERS, { csrf })
    expect(page.status).toBe(200)
    expect(page.text).toMatch(/id="role-1"[^>]* checked/)
    expect(page.text).toContain('It answered: 2 printers.')
  })

  test('a silent computer: says so, with the last list', async () => {
    const { admin, fields, upstream } = await startPrintingStage()
    upstream.store.printing.silentComputers.add(11)
    const reply = await admin.post(PRINTERS, { csrf: (await fields()).csrf }, FRAGMENT)
    expect(reply.status).toBe(200)
    expect(reply.text).toContain('did not answer within 10 seconds')
    expect(reply.text).toContain('value="cups:ZD421"')
  })

  test('an offline computer: says so, and nothing can be chosen', async () => {
    const { admin, fields } = await startPrintingStage()
    const { csrf } = await fields()
    const reply = await admin.post(`${PAGE}/computers/12/printers`, { csrf }, FRAGMENT)
    expect(reply.text).toContain('COUNTER-2 has gone offline.')
    expect(reply.text).toMatch(/<select [^>]*disabled/)
  })

  test('a computer without printers: says what to do', async () => {
    const { admin, fields, upstream } = await startPrintingStage()
    upstream.store.printing.printersByComputer.set(11, [])
    const reply = await admin.post(PRINTERS, { csrf: (await fields()).csrf }, FRAGMENT)
    expect(reply.text).toContain('Connect the printer, switch it on')
  })
})
