// The editor for a computer's role: what each role would mean, which part is open, and what went wrong.
import { describe, expect, it } from 'vitest'
import type { CustomerDetail } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { CENTRAL, NOW, RIVERSIDE, computerOf, frameOf } from '../testing/fixtures.ts'
import { PRINTERS, editorOf } from '../testing/printing-pages.ts'
import { tagsOf, type Tag } from '../testing/tags.ts'
import { roleEditor, type RoleEditorProps } from './role-editor.tsx'

const SECONDS = { afterSeconds: '120', standbyReturn: 'auto' }
const plainTextOf = (html: string) => html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
const editor = (customer: CustomerDetail, index: number, changes: Partial<RoleEditorProps> = {}) =>
  roleEditor({ frame: frameOf(), customer, now: NOW, ...editorOf(customer, index), ...changes })
const tag = (html: string, id: string): Tag['attributes'] =>
  tagsOf(html).find((one) => one.attributes['id'] === id)?.attributes ?? {}
const meansOf = (html: string, role: number) =>
  plainTextOf(html.split(`id="role-${role}-means"`)[1]?.split('</p>')[0] ?? '')
const withComputers = (...computers: CustomerDetail['computers']) => ({ ...CENTRAL, computers })

const printerComputer = computerOf({ id: 13, pcName: 'DISPENSARY', role: 1, printerName: 'cups:ZD421' })
const knownList = (printers: readonly (typeof PRINTERS)[number][]) => ({
  computerId: 11,
  printers: [...printers],
  reportedAt: '2026-11-20T11:55:00.000Z',
})

describe('the choice of a role', () => {
  it('starts with the role that the computer has, and says which that is', () => {
    const html = editor(CENTRAL, 0)
    expect([0, 1, 2].filter((role) => 'checked' in tag(html, `role-${role}`))).toEqual([2])
    expect(plainTextOf(html)).toContain('Client now')
  })

  it('says who loses the printer when another computer gets it', () => {
    expect(meansOf(editor(CENTRAL, 0), 1)).toContain(
      'DISPENSARY, the printer computer until now, becomes a Client.',
    )
    const away = withComputers(computerOf(), { ...printerComputer, isOnline: false })
    expect(meansOf(editor(away, 0), 1)).toContain('DISPENSARY is offline and is told when it is back.')
  })

  it('counts who will print through the first printer computer', () => {
    const customer = withComputers(
      computerOf({ id: 1, role: 0 }),
      computerOf({ id: 2 }),
      computerOf({ id: 3 }),
    )
    expect(meansOf(editor(customer, 0), 1)).toContain('2 Clients print through COUNTER-1.')
  })

  it('says through whom a Client prints, and that labels wait when there is nobody', () => {
    expect(meansOf(editor(CENTRAL, 0), 2)).toContain('COUNTER-1 prints through DISPENSARY.')
    const alone = withComputers(computerOf({ role: 0 }))
    expect(meansOf(editor(alone, 0), 2)).toContain('no computer has the printer: they wait')
  })

  it.each([0, 2])(
    'warns what role %i means for the whole pharmacy when it takes the printer away',
    (role) => {
      const html = editor(CENTRAL, 2)
      expect(meansOf(html, role)).toContain('No computer will have the printer')
      expect(meansOf(html, role)).toContain('The labels of 2 Clients wait, too.')
      expect(tag(html, 'confirm')['type']).toBe('checkbox')
    },
  )

  it('asks for no confirmation where no printer is lost', () => {
    expect(tag(editor(CENTRAL, 0), 'confirm')).toEqual({})
  })

  it('cannot give the printer to a computer that is offline, and says why', () => {
    const html = editor(CENTRAL, 1)
    expect(tag(html, 'role-1')).toHaveProperty('disabled')
    expect(meansOf(html, 1)).toContain('COUNTER-2 is offline. It must be online')
  })

  it('falls back to the present role when the computer went offline meanwhile', () => {
    const html = editor(CENTRAL, 1, {
      entries: { ...SECONDS, role: '1', printerName: 'cups:ZD421', tcpPort: '9100' },
      problem: 'device_offline',
    })
    expect(tag(html, 'role-2')).toHaveProperty('checked')
    expect(plainTextOf(html)).toContain('COUNTER-2 has gone offline.')
  })

  it('leaves an offline printer computer its role, and closes printer and port with the reason', () => {
    const customer = withComputers({ ...printerComputer, isOnline: false })
    const html = editor(customer, 0)
    expect(tag(html, 'role-1')).toHaveProperty('checked')
    expect(tag(html, 'printerName')).toHaveProperty('disabled')
    expect(tag(html, 'tcpPort')).toHaveProperty('disabled')
    expect(plainTextOf(html)).toContain('Printer and port can be changed when it is back.')
  })
})

describe('the printers of the editor', () => {
  const options = (html: string) => tagsOf(html).filter(({ name }) => name === 'option')
  const selected = (html: string) =>
    options(html).flatMap(({ attributes }) => ('selected' in attributes ? attributes['value'] : []))

  it('are shown by name and detail, sent by id, with the age of the list', () => {
    const html = editor(CENTRAL, 0)
    expect(options(html).map(({ attributes }) => attributes['value'])).toEqual([
      '',
      ...PRINTERS.map(({ id }) => id),
    ])
    expect(plainTextOf(html)).toContain('ZD421 – Zebra ZD421, 203 dpi, counter')
    expect(plainTextOf(html)).toContain('List reported 5 minutes ago')
    expect(plainTextOf(html)).not.toContain('cups:')
  })

  it('are called network printers in the language of the reader', () => {
    const printer = { id: 'tcp:192.168.1.50:9100', name: '192.168.1.50:9100', detail: 'network printer' }
    const known = { list: knownList([printer]), answer: null }
    const html = editor(CENTRAL, 0, { frame: frameOf({ language: 'de' }), known })
    expect(plainTextOf(html)).toContain('192.168.1.50:9100 – Netzwerkdrucker')
    expect(plainTextOf(html)).not.toContain('network printer')
  })

  it('start with the present one; one that is alone is chosen already', () => {
    expect(selected(editor(CENTRAL, 2))).toEqual(['cups:ZD421'])
    expect(selected(editor(CENTRAL, 0))).toEqual([''])
    const [one] = PRINTERS
    if (one === undefined) throw new Error('no printer')
    expect(selected(editor(CENTRAL, 0, { known: { list: knownList([one]), answer: 'asked' } }))).toEqual([
      one.id,
    ])
  })

  it('say when the present one is not among them any more', () => {
    const html = editor(CENTRAL, 2, { known: { list: knownList(PRINTERS.slice(1)), answer: 'asked' } })
    expect(plainTextOf(html)).toContain('ZD421 is not in this list.')
    expect(plainTextOf(html)).toContain('It answered: 1 printer.')
  })

  it('that did not come in time: says so, offers to try again, leaves the last list usable', () => {
    const html = editor(CENTRAL, 0, {
      known: { list: knownList(PRINTERS), answer: { code: 'device_timeout', detail: '' } },
    })
    expect(plainTextOf(html)).toContain('COUNTER-1 did not answer within 10 seconds.')
    expect(plainTextOf(html)).toContain('The last list can still be used.')
    expect(plainTextOf(html)).toContain('Try again')
    expect(tag(html, 'printerName')).not.toHaveProperty('disabled')
  })

  it('that the computer could not tell: says why, in its words', () => {
    const answer = { code: 'state_conflict', detail: 'The agent on COUNTER-1 cannot do this yet.' } as const
    const html = editor(CENTRAL, 0, { known: { list: knownList(PRINTERS), answer } })
    expect(plainTextOf(html)).toContain(
      'COUNTER-1 could not tell its printers. The computer says: The agent on COUNTER-1 cannot do this yet.',
    )
  })

  it('that are none: says what to do', () => {
    const html = editor(CENTRAL, 0, { known: { list: knownList([]), answer: 'asked' } })
    expect(plainTextOf(html)).toContain('Connect the printer, switch it on')
    expect(tag(html, 'printerName')).toHaveProperty('disabled')
  })

  it('that were never reported are no empty list', () => {
    const html = editor(CENTRAL, 0, {
      known: { list: { ...knownList([]), reportedAt: null }, answer: null },
    })
    expect(plainTextOf(html)).toContain('has not reported any printers yet')
    expect(plainTextOf(html)).not.toContain('has no printer.')
  })

  it('carry what is said while the computer is asked, for the script', () => {
    const said = tagsOf(editor(CENTRAL, 0)).find(({ attributes }) => 'data-text-asking' in attributes)
    expect(said?.name).toBe('output')
    expect(said?.attributes['data-text-asking']).toContain('2 to 5 seconds, at most 10')
  })
})

describe('the port', () => {
  it('is the present one of the pharmacy, else 9100', () => {
    const config = CENTRAL.printerConfig
    const onOther = { ...CENTRAL, printerConfig: config && { ...config, tcpPort: 9200 } }
    expect(tag(editor(onOther, 0), 'tcpPort')['value']).toBe('9200')
    expect(tag(editor(RIVERSIDE, 0), 'tcpPort')['value']).toBe('9100')
  })
})

describe('an editor that was refused', () => {
  it('marks exactly the faulty fields, with words, and keeps what was typed', () => {
    const html = editor(CENTRAL, 0, {
      entries: { ...SECONDS, role: '1', printerName: 'cups:GONE', tcpPort: '70000' },
      faults: new Set(['printerName', 'tcpPort']),
      problem: 'invalid',
    })
    const invalid = tagsOf(html).filter(({ attributes }) => attributes['aria-invalid'] === 'true')
    expect(invalid.map(({ attributes }) => attributes['name'])).toEqual(['printerName', 'tcpPort'])
    expect(tag(html, 'tcpPort')['value']).toBe('70000')
    expect(plainTextOf(html)).toContain('COUNTER-1 does not report this printer.')
  })

  it('because it was stale says what is now, keeps the choice, and carries the newest version', () => {
    const html = editor(CENTRAL, 0, {
      entries: { ...SECONDS, role: '0', printerName: '', tcpPort: '9100' },
      problem: 'version_stale',
    })
    expect(plainTextOf(html)).toContain(
      'As it is now, DISPENSARY is the printer computer, with ZD421 and port 9100.',
    )
    expect(plainTextOf(html)).toContain('COUNTER-1 has the role: Client.')
    expect(tag(html, 'role-0')).toHaveProperty('checked')
    const version = tagsOf(html).find(({ attributes }) => attributes['name'] === 'version')
    expect(version?.attributes['value']).toBe(String(CENTRAL.printingVersion))
    expect(tag(html, 'role-editor-title')).toHaveProperty('autofocus')
  })
})

describe('the standby printer', () => {
  const config = CENTRAL.printerConfig
  const standby = { computerId: 11, printerName: 'cups:ZD421', afterSeconds: 90, return: 'manual' as const }
  const withStandby = { ...CENTRAL, printerConfig: config && { ...config, standby } }

  it('can be chosen for a Client, and says whose printer it stands in for', () => {
    const html = editor(CENTRAL, 0)
    expect(tag(html, 'role-standby')).toMatchObject({ type: 'radio', value: 'standby' })
    expect(plainTextOf(html)).toContain('COUNTER-1 prints through DISPENSARY. While that printer is away')
    expect(tag(html, 'afterSeconds')['value']).toBe('120')
  })

  it('is chosen where it stands, with its seconds and its way back; a Client alone ends it', () => {
    const html = editor(withStandby, 0)
    expect(tag(html, 'role-standby')).toHaveProperty('checked')
    expect(tag(html, 'role-2')).not.toHaveProperty('checked')
    expect(tag(html, 'afterSeconds')['value']).toBe('90')
    const way = tagsOf(html).find(({ attributes }) => attributes['value'] === 'manual')
    expect(way?.attributes).toHaveProperty('checked')
    expect(meansOf(html, 2)).toContain('The pharmacy then has no standby printer.')
  })

  it('is not for the computer with the first printer, nor where there is none, nor for one that is offline', () => {
    expect(tag(editor(CENTRAL, 2), 'role-standby')).toEqual({})
    expect(tag(editor(RIVERSIDE, 0), 'role-standby')).toEqual({})
    expect(tag(editor(CENTRAL, 1), 'role-standby')).toHaveProperty('disabled')
  })
})
