// The test label: whole ZPL that draws, and no name that becomes a command.
import { expect, test } from 'vitest'
import { createScanner } from '../intake/completeness.ts'
import { testLabel, type TestLabelFacts } from './test-label.ts'

const FACTS: TestLabelFacts = {
  computerName: 'COUNTER-1',
  role: 'Client',
  destination: 'DISPENSARY',
  at: '2026-11-20T09:00:00.000Z',
}

test('It is a whole label of 60 × 40 mm that names computer, role, printer and time, and that it is none for patients', () => {
  const label = testLabel(FACTS)
  const scanner = createScanner()
  scanner.feed(label)
  expect(scanner.verdict()).toMatchObject({ language: 'zpl', isComplete: true })
  const text = label.toString('latin1')
  expect(text).toContain('^PW480^LL320')
  for (const line of [
    'Computer: COUNTER-1',
    'Role: Client',
    'To: DISPENSARY',
    'Time: 2026-11-20T09:00:00.000Z',
  ])
    expect(text).toContain(line)
  // The dash, in UTF-8 by ^FH.
  expect(text).toContain('^CI28')
  expect(text).toContain('^FDTEST LABEL _E2_80_93 not a medicine label^FS')
})

test.each(['^XZ^XA^FDx', '~JR', '_5E', 'ÄÖÜ 配药', '\\&', 'x'.repeat(300)])(
  'The name %j stays text',
  (computerName) => {
    const text = testLabel({ ...FACTS, computerName }).toString('latin1')
    expect(text.match(/\^X[AZ]/g)).toEqual(['^XA', '^XZ'])
    expect(text).not.toMatch(/[^\x20-\x7e\n]|~/)
    const [, written = ''] = /Computer: ([^^]*)\^FS/.exec(text) ?? []
    const shown = Buffer.from(
      written.replaceAll(/_([0-9A-F]{2})/g, (_, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      ),
      'latin1',
    ).toString('utf8')
    expect(computerName.startsWith(shown) && shown.length > 0).toBe(true)
  },
)
