// Which setup the settings of a computer describe.
import { expect, test } from 'vitest'
import { printSetup } from './print-settings.ts'

const values = {
  Role: 'None',
  Printer: 'cups:ZD421',
  Target: '10.0.0.5:9100',
  TcpPort: 9100,
  LabelSenders: 'network',
} as const

test('Only a PrinterComputer listens to other computers, and without a role no port is open', () => {
  expect(printSetup(values).listen).toBeNull()
  expect(printSetup({ ...values, Role: 'Client' }).listen).toEqual({ port: 9100, scope: 'computer' })
  expect(printSetup({ ...values, Role: 'PrinterComputer' }).listen).toEqual({ port: 9100, scope: 'network' })
  expect(printSetup({ ...values, Role: 'PrinterComputer', LabelSenders: 'computer' }).listen).toEqual({
    port: 9100,
    scope: 'computer',
  })
})
