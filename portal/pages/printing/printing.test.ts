// Printing on the page of a pharmacy: states of assignments, who may change roles, test labels, warnings of the card.
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { describe, expect, it } from 'vitest'
import type { CustomerDetail, RelayComputer } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { AssignmentFailure } from '@pharmacy-relay/shared/printer-assignment.ts'
import { Language, texts } from '@pharmacy-relay/shared/texts/index.ts'
import { relayDetailComputers } from '../relay-detail/relay-detail-computers.tsx'
import { relayDetailPage } from '../relay-detail/relay-detail-page.tsx'
import { CENTRAL, NOW, RIVERSIDE, computerOf, frameOf, viewerAs } from '../testing/fixtures.ts'
import { editorOf, jobIn } from '../testing/printing-pages.ts'
import { escaped, tagsOf } from '../testing/tags.ts'
import { testLabelAnswer } from './test-label.tsx'

const plainTextOf = (html: string) => html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
const t = texts('en')
const region = (customer: CustomerDetail, role: 'Admin' | 'Support' = 'Support') =>
  relayDetailComputers({ language: 'en', viewer: viewerAs(role), customer, now: NOW })
const rowOf = (computer: RelayComputer) =>
  region({ ...CENTRAL, computers: [computer], printerConfig: null }).split('</table>')[0] ?? ''
const inState = (state: 'waiting' | 'sent' | 'received' | 'applied') =>
  computerOf({ assignment: { version: 2, state, at: '2026-11-20T11:59:00.000Z', failure: null } })
const failedWith = (code: AssignmentFailure, changes: Partial<RelayComputer> = {}) =>
  computerOf({
    assignment: {
      version: 2,
      state: 'failed',
      at: NOW.toISOString(),
      failure: { code, reason: 'EADDRINUSE' },
    },
    ...changes,
  })

describe('the state of an assignment', () => {
  it.each(['waiting', 'sent', 'received'] as const)(
    '%s is told in words, with a shape and since when',
    (state) => {
      const html = rowOf(inState(state))
      expect(plainTextOf(html)).toContain(`${t.printing.states[state]}, 1 minute ago`)
      expect(html).toMatch(new RegExp(`assignment-${state}"><span class="assignment-text"><svg`))
    },
  )

  it('is quiet once it is applied, and nothing for a computer without a role', () => {
    expect(plainTextOf(rowOf(inState('applied')))).toContain('applied')
    expect(plainTextOf(rowOf(inState('applied')))).not.toContain('minute ago')
    expect(rowOf({ ...inState('applied'), role: 0 })).not.toContain('class="assignment')
  })

  it('is waiting for a computer that has a role and never connected', () => {
    expect(plainTextOf(rowOf(computerOf({ assignment: null })))).toContain(t.printing.states.waiting)
    expect(rowOf(computerOf({ assignment: null, role: 0 }))).not.toContain('class="assignment')
  })

  it('failed tells what goes on until then, and that nothing is printed where the printer was to go', () => {
    const client = failedWith('target_refused', { role: 2, reportedRole: 2 })
    expect(plainTextOf(rowOf(client))).toContain(t.printing.goesOn)
    const newPort = failedWith('port_taken', { role: 1, reportedRole: 1 })
    expect(plainTextOf(rowOf(newPort))).toContain(t.printing.goesOn)
    const notYetPrinting = failedWith('port_taken', { role: 1, reportedRole: 2 })
    expect(plainTextOf(rowOf(notYetPrinting))).toContain(t.printing.nothingPrinted)
    expect(plainTextOf(rowOf(notYetPrinting))).not.toContain(t.printing.goesOn)
  })

  it.each(AssignmentFailure.options)(
    'failed with %s says why in every language, and what the device said',
    (code) => {
      for (const language of Language.options) {
        const customer = { ...CENTRAL, computers: [failedWith(code)] }
        const html = relayDetailComputers({ language, viewer: null, customer, now: NOW })
        expect(html).toContain(escaped(texts(language).printing.failures[code]))
        expect(plainTextOf(html)).toContain('EADDRINUSE')
        expect(plainTextOf(html)).not.toContain(code === 'internal' ? 'internal' : code)
      }
    },
  )
})

describe('roles on the page', () => {
  it('can be changed by an Admin only', () => {
    expect(region(CENTRAL, 'Admin')).toContain('href="/relay/P-1042?edit=11#role-editor"')
    expect(region(CENTRAL, 'Support')).not.toContain('edit=')
  })

  it('are edited where no refresh reaches', () => {
    const editor = editorOf(CENTRAL, 0)
    const html = relayDetailPage({ frame: frameOf(), customer: CENTRAL, now: NOW, editor })
    expect(html).toMatch(/<div id="role-editor-place" data-kept[^>]*><section[^>]*id="role-editor"/)
    expect(region(CENTRAL, 'Admin')).not.toContain('id="role-editor"')
  })
})

describe('a test label', () => {
  const buttonsOf = (customer: CustomerDetail) =>
    tagsOf(region(customer)).filter(({ attributes }) => attributes['form'] === 'test-label')

  it('is offered for each computer with a role, closed with the reason while it is offline', () => {
    const buttons = buttonsOf(CENTRAL).map(({ attributes }) => [
      attributes['value'],
      'disabled' in attributes,
    ])
    expect(buttons).toEqual([
      ['11', false],
      ['12', true],
      ['13', false],
    ])
    expect(plainTextOf(region(CENTRAL))).toContain('Test label: only while it is online.')
    expect(buttonsOf({ ...CENTRAL, computers: [computerOf({ role: 0 })] })).toEqual([])
  })

  it.each([
    ['sent_to_printer', 'sent to the printer ( ZD421 )', 'success'],
    ['forwarded', 'forwarded to the printer computer', 'success'],
    ['waiting_for_printer', 'waits for the printer', 'warning'],
    ['unknown', 'please look at the printer', 'fault'],
  ] as const)('that is %s says so', (state, text, mood) => {
    const html = testLabelAnswer({
      answer: jobIn(state, reason('printer_condition', { condition: 'paper_out' })),
      t,
    })
    expect(plainTextOf(html)).toContain(text)
    expect(plainTextOf(html)).toContain('The computer says: The printer has no labels left.')
    expect(html).toContain(`label-${mood}`)
  })

  it.each([
    ['device_offline', 'Nothing was printed.'],
    ['device_timeout', 'Look at the printer before you try again'],
    ['upstream_timeout', 'Look at the printer before you try again'],
    ['state_conflict', 'no role'],
    ['rate_limited', 'Too many requests'],
  ] as const)('that was refused with %s says so', (code, text) => {
    expect(plainTextOf(testLabelAnswer({ answer: { kind: 'problem', code, reason: null }, t }))).toContain(
      text,
    )
  })

  it('that the device could not print says why, in its words', () => {
    const reason = 'The agent on COUNTER-1 cannot do this yet.'
    const answer = { kind: 'problem', code: 'state_conflict', reason } as const
    const text = plainTextOf(testLabelAnswer({ answer, t }))
    expect(text).toContain(`The computer could not print a test label. The computer says: ${reason}`)
    expect(text).not.toContain('no role')
  })
})

describe('the card of the printer', () => {
  const cardOf = (customer: CustomerDetail) =>
    plainTextOf(region(customer).split('id="printer-title"')[1] ?? '')

  it('warns when Clients have no printer computer, and only then', () => {
    expect(cardOf(RIVERSIDE)).toContain('No computer has the printer: the labels of 1 Client wait.')
    expect(cardOf({ ...RIVERSIDE, computers: [computerOf({ role: 0 })] })).not.toContain('wait')
  })

  it('tells when the printer computer could not take over its assignment', () => {
    const failed = failedWith('printer_missing', { id: 13, pcName: 'DISPENSARY', role: 1, reportedRole: 2 })
    const text = cardOf({ ...CENTRAL, computers: [failed] })
    expect(text).toContain('DISPENSARY could not take over this setting:')
    expect(text).toContain(`${t.printing.failures.printer_missing} ${t.printing.nothingPrinted}`)
  })

  it('names the printer in words, not by its id', () => {
    expect(cardOf(CENTRAL)).toContain('ZD421')
    expect(region(CENTRAL)).not.toContain('cups:')
  })
})
