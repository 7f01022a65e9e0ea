// Roles, printers and test labels over HTTP: who may, what is sent to the store, and which page comes back.
import { describe, expect, test } from 'vitest'
import type { CustomerDetail, RelayComputer } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { computerOf } from '../pages/testing/fixtures.ts'
import { load } from '../test/page-text.ts'
import { startPortalRig, type PortalRig } from '../test/portal-rig.ts'
import type { TestBrowser } from '../test/test-browser.ts'

const PAGE = '/relay/P-1001'
const ROLE = `${PAGE}/computers/11/role`
const PRINTERS = `${PAGE}/computers/11/printers`
const LABEL = `${PAGE}/test-label`
const FRAGMENT = { 'hx-request': 'true', 'sec-fetch-mode': 'cors' }

/** A type, so that it is a record of texts as forms are. */
type EditorFields = { readonly csrf: string; readonly version: string; readonly tcpPort: string }

interface Stage extends PortalRig {
  readonly customer: CustomerDetail
  readonly counter: RelayComputer
  readonly dispensary: RelayComputer
  readonly admin: TestBrowser
  /** Fields of the editor of that computer, as its page has them. */
  fields(computerId?: number): Promise<EditorFields>
}

/** Central with a Client, an offline Client and the printer computer. */
async function startStage(): Promise<Stage> {
  const rig = await startPortalRig()
  const [customer] = rig.upstream.store.customers
  if (customer === undefined) throw new Error('no pharmacy')
  const counter = computerOf()
  const away = { isOnline: false, lastOnlineAt: '2026-01-01T00:00:00.000Z' } as const
  const printer = { printerName: 'cups:ZD421', printerComputerName: null, tcpPort: 9100 } as const
  const dispensary = computerOf({ id: 13, pcName: 'DISPENSARY', role: 1, reportedRole: 1, ...printer })
  customer.computers.push(counter, computerOf({ id: 12, pcName: 'COUNTER-2', ...away }), dispensary)
  customer.printerConfig = {
    ...{ id: 1, printerComputerId: 13, printerName: 'cups:ZD421', tcpPort: 9100 },
    updatedAt: '2026-01-01T00:00:00.000Z',
  }
  const admin = await rig.signedIn('Admin')
  const fields = async (computerId = 11): Promise<EditorFields> => {
    const { text } = await admin.get(`${PAGE}?edit=${computerId}`)
    const form = load(text.slice(text.indexOf('id="role-editor"')))
    return { csrf: form.csrf, version: form.field('version') ?? '', tcpPort: form.field('tcpPort') ?? '' }
  }
  return { ...rig, customer, counter, dispensary, admin, fields }
}

/** What was asked of the store, without reads. */
function writes(rig: PortalRig): string[] {
  return rig.upstream.seen
    .filter(({ method, path }) => method !== 'GET' && path.startsWith('/Store/api/v1/panel'))
    .map(({ method, path, headers }) =>
      `${method} ${path.split('/customers/')[1]} ${headers['if-match'] ?? ''}`.trim(),
    )
}

describe('the editor', () => {
  test('is part of the pharmacy’s page for an Admin, and a fragment alone for the script', async () => {
    const { admin } = await startStage()
    const page = await admin.get(`${PAGE}?edit=11`)
    expect(page.text).toContain('id="role-editor"')
    const fragment = await admin.get(ROLE, FRAGMENT)
    expect(fragment.text).toMatch(/^<section id="role-editor"/)
    expect(load(fragment.text).csrf).not.toBe('')
  })

  test('asked for as a page leads to the pharmacy’s page', async () => {
    const { admin } = await startStage()
    expect((await admin.get(ROLE)).location).toBe(`${PAGE}?edit=11`)
    expect((await admin.get(PRINTERS)).location).toBe(`${PAGE}?edit=11`)
    expect((await admin.get(LABEL)).location).toBe(PAGE)
  })

  test.each(['99', 'x', '', '-1', '11&edit=12'])(
    'of no such computer (edit=%s) is a page without it',
    async (id) => {
      const { admin } = await startStage()
      const page = await admin.get(`${PAGE}?edit=${id}`)
      expect(page.status).toBe(200)
      expect(page.text).not.toContain('id="role-editor"')
      expect((await admin.get(`${PAGE}/computers/${id === '' ? 'y' : '99'}/role`)).status).toBe(404)
    },
  )

  test.each(['Support', 'SuperSupport'] as const)(
    'is not for %s: no controls, 403 for whoever posts',
    async (role) => {
      const rig = await startStage()
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
    const { admin, fields, counter } = await startStage()
    const form = { ...(await fields()), role: '0' }
    expect((await admin.post(ROLE, { ...form, csrf: 'x' })).status).toBe(403)
    expect((await admin.post(ROLE, form, { origin: 'https://evil.example' })).status).toBe(403)
    expect(counter.role).toBe(2)
  })
})

describe('saving a role', () => {
  test('None and Client go out with the version that was loaded, and lead back with a notice', async () => {
    const rig = await startStage()
    const form = await rig.fields()
    const reply = await rig.admin.post(ROLE, { ...form, role: '0' })
    expect(reply.status).toBe(303)
    expect(reply.location).toBe(`${PAGE}?notice=printing-saved`)
    expect((await rig.admin.get(reply.location ?? '')).text).toContain('Saved. Devices are being told.')
    expect(rig.counter.role).toBe(0)
    expect(writes(rig)).toEqual([`PUT 1/computers/11/role "${form.version}"`])
  })

  test('that it has already changes nothing and says so', async () => {
    const { admin, fields } = await startStage()
    const reply = await admin.post(ROLE, { ...(await fields()), role: '2' })
    expect(reply.location).toBe(`${PAGE}?notice=printing-unchanged`)
  })

  test('PrinterComputer saves printer and port; the previous one becomes a Client', async () => {
    const rig = await startStage()
    const form = { ...(await rig.fields()), role: '1', printerName: 'tcp:192.168.1.50:9100', tcpPort: '9200' }
    expect((await rig.admin.post(ROLE, form)).status).toBe(303)
    expect(rig.customer.printerConfig).toMatchObject({ printerComputerId: 11, tcpPort: 9200 })
    expect(rig.dispensary.role).toBe(2)
    expect(writes(rig)).toEqual([`POST 1/printer-config "${form.version}"`])
  })

  test.each(['0', '70000', '-1', '9100.5', '1e3', 'printer', ''])(
    'with the port “%s” is shown at the field',
    async (tcpPort) => {
      const rig = await startStage()
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
  ])('with %s as printer is shown at the field', async (_which, printerName, words) => {
    const { admin, fields, customer } = await startStage()
    const reply = await admin.post(ROLE, { ...(await fields()), role: '1', printerName })
    expect(reply.status).toBe(422)
    expect(reply.text).toContain('id="printerName-fault"')
    expect(reply.text).toContain(words)
    expect(customer.printerConfig?.printerComputerId).toBe(13)
  })

  test('without a role, or with one that is none, is shown at the choice', async () => {
    const rig = await startStage()
    for (const role of ['', '3', 'Client']) {
      const reply = await rig.admin.post(ROLE, { ...(await rig.fields()), role })
      expect(reply.status).toBe(422)
      expect(reply.text).toContain('id="role-fault"')
    }
    expect(writes(rig)).toEqual([])
  })

  test.each(['0', '2'])('%s of the printer computer asks once more, since labels stop', async (role) => {
    const rig = await startStage()
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
    const { admin, fields, customer, counter } = await startStage()
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

  test('PrinterComputer of a computer that went offline says so', async () => {
    const { admin, fields, counter, customer } = await startStage()
    const form = { ...(await fields()), role: '1', printerName: 'cups:ZD421' }
    counter.isOnline = false
    const reply = await admin.post(ROLE, form)
    expect(reply.status).toBe(409)
    expect(reply.text).toContain('COUNTER-1 has gone offline.')
    expect(customer.printerConfig?.printerComputerId).toBe(13)
  })

  test('shows where a person chooses a language after a refusal: the editor, not the address of the form', async () => {
    const { admin, fields } = await startStage()
    const reply = await admin.post(ROLE, { ...(await fields()), role: '' })
    expect(load(reply.text).field('returnTo')).toBe(`${PAGE}?edit=11`)
  })

  test('is kept in the editor while the store does not answer', async () => {
    const { admin, fields, upstream } = await startStage()
    const form = { ...(await fields()), role: '0' }
    upstream.cutPath = '/computers/11/role'
    const reply = await admin.post(ROLE, form)
    expect(reply.status).toBe(502)
    expect(reply.text).toMatch(/id="role-0"[^>]* checked/)
  })
})

describe('asking for printers', () => {
  test('is a fragment for the script, and the editor’s page without it', async () => {
    const { admin, fields } = await startStage()
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
    const { admin, fields, upstream } = await startStage()
    upstream.store.printing.silentComputers.add(11)
    const reply = await admin.post(PRINTERS, { csrf: (await fields()).csrf }, FRAGMENT)
    expect(reply.status).toBe(200)
    expect(reply.text).toContain('did not answer within 10 seconds')
    expect(reply.text).toContain('value="cups:ZD421"')
  })

  test('an offline computer: says so, and nothing can be chosen', async () => {
    const { admin, fields } = await startStage()
    const { csrf } = await fields()
    const reply = await admin.post(`${PAGE}/computers/12/printers`, { csrf }, FRAGMENT)
    expect(reply.text).toContain('COUNTER-2 has gone offline.')
    expect(reply.text).toMatch(/<select [^>]*disabled/)
  })

  test('a computer without printers: says what to do', async () => {
    const { admin, fields, upstream } = await startStage()
    upstream.store.printing.printersByComputer.set(11, [])
    const reply = await admin.post(PRINTERS, { csrf: (await fields()).csrf }, FRAGMENT)
    expect(reply.text).toContain('Connect the printer, switch it on')
  })
})

describe('a test label', () => {
  const order = async (browser: TestBrowser, once: string, headers = {}) => {
    const csrf = await browser.csrfOf(PAGE)
    return await browser.post(LABEL, { csrf, computer: '11', once }, headers)
  }

  test.each(['Admin', 'Support', 'SuperSupport'] as const)('can be printed by %s', async (role) => {
    const rig = await startStage()
    const reply = await order(await rig.signedIn(role), '1')
    expect(reply.status).toBe(200)
    expect(reply.text).toContain('Test label from COUNTER-1:')
    expect(writes(rig)).toEqual(['POST 1/computers/11/test-label'])
  })

  test('answers the script with the words alone', async () => {
    const rig = await startStage()
    rig.upstream.store.printing.testLabel = { state: 'waiting_for_printer', reason: 'paper is out' }
    const { text } = await order(rig.admin, '1', FRAGMENT)
    expect(text).toMatch(/^<span class="label-answer label-warning">/)
    expect(text).toContain('paper is out')
  })

  test('is printed once by a double click, and again by a later one', async () => {
    const rig = await startStage()
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
    const rig = await startStage()
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
    const rig = await startStage()
    expect((await rig.admin.post(LABEL, { csrf: 'x', computer: '11', once: '1' })).status).toBe(403)
    expect(writes(rig)).toEqual([])
  })
})
