// The role table: what each change of role or printer writes, leaves alone, or refuses.
import { describe, expect, test } from 'vitest'
import type { RoleNumber } from '@pharmacy-relay/shared/device-role.ts'
import type { PrintingChange, PrintingRow, PrintingState, StandingComputer } from './printing-state.ts'
import { planChange } from './role-plan.ts'

const VERSION = 7
const PRINTERS = ['cups:ZD421', 'tcp:192.168.1.50:9100']

function computer(id: number, role: RoleNumber, changes: Partial<StandingComputer> = {}): StandingComputer {
  const own = role === 1 ? { printerName: 'cups:OLD', tcpPort: 9100 } : { printerName: null, tcpPort: null }
  return { id, role, pcName: `PC-${id}`, isOnline: true, printers: PRINTERS, ...own, ...changes }
}

const OLD = { printerComputerId: 1, printerName: 'cups:OLD', tcpPort: 9100 }
/** 1 is the PrinterComputer, 2 and 3 are Clients, 4 has no role. */
const running: PrintingState = {
  version: VERSION,
  computers: [computer(1, 1), computer(2, 2), computer(3, 2), computer(4, 0)],
  printer: OLD,
}
/** 1 and 2 have no role, 3 is a Client of nothing. */
const bare: PrintingState = {
  version: VERSION,
  computers: [computer(1, 0), computer(2, 0), computer(3, 2)],
  printer: null,
}

const setRole = (computerId: number, role: RoleNumber) =>
  ({ kind: 'role', computerId, role }) as const satisfies PrintingChange
const setPrinter = (computerId: number, printerName = 'cups:ZD421', tcpPort = 9100) =>
  ({ kind: 'printer', computerId, printerName, tcpPort }) as const satisfies PrintingChange
const cleared = (id: number, role: RoleNumber): PrintingRow => ({
  id,
  role,
  printerName: null,
  tcpPort: null,
})
const chosen = (id: number, tcpPort = 9100) => ({
  row: { id, role: 1, printerName: 'cups:ZD421', tcpPort },
  printer: { printerComputerId: id, printerName: 'cups:ZD421', tcpPort },
})

describe('a change writes', () => {
  test.each([
    ['None → Client with a PrinterComputer', running, setRole(4, 2), [cleared(4, 2)], OLD],
    ['None → Client without one', bare, setRole(1, 2), [cleared(1, 2)], null],
    ['Client → None', running, setRole(2, 0), [cleared(2, 0)], OLD],
    ['PrinterComputer → Client', running, setRole(1, 2), [cleared(1, 2)], null],
    ['PrinterComputer → None', running, setRole(1, 0), [cleared(1, 0)], null],
    ['None → PrinterComputer, the first', bare, setPrinter(1), [chosen(1).row], chosen(1).printer],
    [
      'None → PrinterComputer in place of another',
      running,
      setPrinter(4),
      [cleared(1, 2), chosen(4).row],
      chosen(4).printer,
    ],
    [
      'Client → PrinterComputer in place of another',
      running,
      setPrinter(2, 'cups:ZD421', 9105),
      [cleared(1, 2), chosen(2, 9105).row],
      chosen(2, 9105).printer,
    ],
    ['another printer for the PrinterComputer', running, setPrinter(1), [chosen(1).row], chosen(1).printer],
  ])('%s', (_case, state, change, rows, printer) => {
    const plan = planChange(state, change, VERSION)
    expect(plan).toEqual({ kind: 'change', pcName: `PC-${change.computerId}`, rows, printer })
  })

  test('an offline PrinterComputer as a Client too', () => {
    const computers = [computer(1, 1, { isOnline: false }), computer(2, 2)]
    expect(planChange({ ...running, computers }, setPrinter(2), VERSION)).toMatchObject({
      kind: 'change',
      rows: [cleared(1, 2), chosen(2).row],
    })
  })

  test('a role of an offline computer', () => {
    const computers = [computer(1, 1), computer(2, 0, { isOnline: false, printers: null })]
    expect(planChange({ ...running, computers }, setRole(2, 2), VERSION).kind).toBe('change')
  })
})

describe('what is so already changes nothing, whatever version was seen', () => {
  test.each([
    ['role None', setRole(4, 0)],
    ['role Client', setRole(2, 2)],
    ['role PrinterComputer', setRole(1, 1)],
    ['the same printer and port', setPrinter(1, 'cups:OLD', 9100)],
  ])('%s', (_case, change) => {
    expect(planChange(running, change, VERSION - 3)).toEqual({ kind: 'unchanged' })
  })

  test('also while the PrinterComputer is offline and its printer is gone', () => {
    const computers = [computer(1, 1, { isOnline: false, printers: [] })]
    const plan = planChange({ ...running, computers }, setPrinter(1, 'cups:OLD', 9100), VERSION)
    expect(plan).toEqual({ kind: 'unchanged' })
  })
})

describe('refused is', () => {
  const offline = { ...running, computers: [computer(1, 1), computer(2, 2, { isOnline: false })] }
  const silent = { ...running, computers: [computer(1, 1), computer(2, 2, { printers: null })] }
  test.each([
    ['the role PrinterComputer without a printer', running, setRole(2, 1), 'state_conflict', []],
    ['a role for a computer that is not there', running, setRole(9, 2), 'not_found', []],
    ['a printer for a computer that is not there', running, setPrinter(9), 'invalid', ['body.computerId']],
    ['a printer for an offline computer', offline, setPrinter(2), 'device_offline', []],
    ['a printer that was not reported', running, setPrinter(2, 'cups:GONE'), 'invalid', ['body.printerName']],
    ['any printer of a computer that never reported', silent, setPrinter(2), 'invalid', ['body.printerName']],
  ])('%s', (_case, state, change, code, paths) => {
    const plan = planChange(state, change, VERSION)
    expect(plan).toMatchObject({ kind: 'refused', problem: { code } })
    if (plan.kind === 'refused') expect(plan.problem.errors.map(({ path }) => path)).toEqual(paths)
  })

  test.each([
    ['older', VERSION - 1],
    ['newer', VERSION + 1],
  ])('a change of an %s version, before anything about devices', (_case, seen) => {
    const plan = planChange(offline, setPrinter(2, 'cups:GONE'), seen)
    expect(plan).toMatchObject({ kind: 'refused', problem: { code: 'version_stale' } })
    if (plan.kind === 'refused') expect(plan.problem.message).toContain(`version ${VERSION} now`)
  })
})
