// What a support bundle tells and what it does not.
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { describe, expect, test } from 'vitest'
import { bundleText, type BundleFacts } from './bundle-text.ts'
import { redactor } from './redaction.ts'

const LINE = { time: '2026-11-20T09:00:00.000Z', level: 'warn' }

function textOf(facts: Partial<BundleFacts>): string {
  return bundleText({
    madeAt: '2026-11-20T09:00:00.000Z',
    computerName: 'ANNA-PC',
    agentVersion: '0.1.0',
    userName: 'anna',
    computer: { system: 'Linux' },
    status: null,
    settings: [],
    diagnosis: null,
    jobs: [],
    peers: [],
    log: [],
    ...facts,
  })
}

function setting(name: string, value: string | null) {
  return {
    name,
    value,
    variable: `Agent__${name}`,
    source: 'stored' as const,
    help: '',
    range: '',
    choices: null,
    changeable: true,
    restart: false,
    fault: null,
  }
}

describe('A bundle', () => {
  test('names its own computer, and others by numbers that stay the same', () => {
    const text = textOf({
      log: [
        JSON.stringify({ ...LINE, event: 'link.refused', computer: 'OFFICE', why: 'OFFICE and BACK-ROOM' }),
        JSON.stringify({ ...LINE, event: 'link.up', computer: 'BACK-ROOM' }),
        JSON.stringify({ ...LINE, event: 'link.down', why: 'the connection to office ended' }),
      ],
    })
    expect(text).toContain('Support bundle of ANNA-PC')
    expect(text).not.toMatch(/office|back-room/i)
    expect(text).toContain('"computer":"[computer 1]","why":"[computer 1] and [computer 2]"')
    expect(text).toContain('the connection to [computer 1] ended')
  })

  test('names no computer that a label came from or went to, nor in why it is as it is', () => {
    const job = {
      ...({ n: 1, state: 'expired', bytes: 9, language: 'zpl', attempts: 1 } as const),
      acceptedAt: LINE.time,
      changedAt: LINE.time,
    }
    const text = textOf({
      jobs: [
        {
          ...job,
          id: '5f6c8a52-3a51-4c9c-8a7e-0d4f6a1f9a11',
          sender: 'OLD-COUNTER',
          destination: 'OLD-OFFICE',
          reasons: [
            reason('at_computer', { computer: 'old-office' }),
            reason('in_doubt', { computer: 'OLD-COUNTER' }),
          ],
        },
        {
          ...job,
          id: '5f6c8a52-3a51-4c9c-8a7e-0d4f6a1f9a12',
          sender: 'this computer',
          destination: 'cups:Zebra',
          reasons: [reason('printer_unreachable', {})],
        },
        {
          ...job,
          id: '5f6c8a52-3a51-4c9c-8a7e-0d4f6a1f9a13',
          sender: '192.168.4.7',
          destination: null,
          reasons: [reason('waits_there', { computer: 'OLD-OFFICE' })],
        },
      ],
    })
    expect(text).not.toMatch(/old-counter|old-office/i)
    expect(text).toContain('"params":{"computer":"[computer 2]"}')
    expect(text).toContain('"detail":"[computer 2]: waiting for printer"')
    for (const kept of ['this computer', 'cups:Zebra', '192.168.4.7']) expect(text).toContain(`"${kept}"`)
  })

  test('names no person, also where a setting, a path or a message does', () => {
    const text = textOf({
      settings: [
        setting('Username', 'Ayşe Yılmaz'),
        setting('Email', 'ayse@eczane.example'),
        setting('SupportAppNumber', '918 273 645'),
        setting('TcpPort', '9100'),
      ],
      log: [
        JSON.stringify({
          ...LINE,
          event: 'settings.changed',
          why: 'Ayşe Yılmaz did, from C:\\Users\\ayse\\x',
        }),
        JSON.stringify({ ...LINE, event: 'keys.made', file: '/home/anna/relay/device.key' }),
        JSON.stringify({ ...LINE, event: 'relay.report-failed', message: 'mail to anna.b@clinic.example' }),
      ],
    })
    expect(text).not.toMatch(/ayşe|yılmaz|ayse|eczane|918 273|\/anna|clinic/i)
    expect(text).toContain('Username = [user]')
    expect(text).toContain('TcpPort = 9100')
    expect(text).toContain('/home/[user]/relay/device.key')
    expect(text).toContain('ANNA-PC')
  })

  test('says that no agent runs', () => {
    expect(textOf({})).toContain('The agent is not running.')
  })
})

describe('Redaction', () => {
  const redacted = redactor([
    { text: 'An', standIn: '[user]' },
    { text: 'Pharmacy An', standIn: '[pharmacy]' },
    { text: 'a "b" (c)', standIn: '[computer 1]' },
  ])

  test.each([
    ['the code BCDF-GHJK', 'the code [code]'],
    ['the code bcdfghjk', 'the code bcdfghjk'],
    ['the code BCDFGHJK.', 'the code [code].'],
    ['-----BEGIN PRIVATE KEY-----\nMIG\n-----END PRIVATE KEY----- after', '[key] after'],
    ['-----BEGIN PRIVATE KEY-----\\nMIG', '[key]'],
    ['eyJhbGciOi.eyJzdWIi.sig', '[token]'],
    [`digest ${'a1'.repeat(32)}`, `digest ${'a1'.repeat(4)}…`],
    [`secret ${'Ab1+'.repeat(20)}==`, 'secret [secret]'],
    ['An and Anna at Pharmacy An', '[user] and Anna at [pharmacy]'],
    ['a "b" (c)', '[computer 1]'],
    [JSON.stringify({ x: 'a "b" (c)' }), '{"x":"[computer 1]"}'],
    ['"C:\\\\Users\\\\Ayşe Y\\\\AppData"', '"C:\\\\Users\\\\[user]\\\\AppData"'],
    ['5f6c8a52-3a51-4c9c-8a7e-0d4f6a1f9a11', '5f6c8a52-3a51-4c9c-8a7e-0d4f6a1f9a11'],
  ])('makes of %s %s', (text, expected) => {
    expect(redacted(text)).toBe(expected)
  })
})
