// What is a status query and nothing else.
import { expect, test } from 'vitest'
import { isStatusQuery } from './status-query.ts'

test.each([
  '~HS',
  '~hs\r\n',
  '~HS\n~HI\n~HQES\r\n',
  '! U1 getvar "device.host_status"\r\n',
  '~!T\r\n',
  '\x1b!?',
  '\x10\x04\x01',
])('%j only asks', (text) => expect(isStatusQuery(Buffer.from(text, 'latin1'))).toBe(true))

test.each([
  '',
  '~H',
  '~HS^XA^FDx^FS^XZ',
  '^XA^FDx^FS^XZ~HS',
  '~HSx',
  '~JA',
  '! U1 setvar "a" "b"\r\n',
  '\x1b@text',
  '~HS\n'.repeat(65),
])('%j does more', (text) => expect(isStatusQuery(Buffer.from(text, 'latin1'))).toBe(false))
