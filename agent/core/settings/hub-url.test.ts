// Which addresses of a hub and of updates are taken, and which are refused with what words.
import { describe, expect, test } from 'vitest'
import { HubUrlText } from './hub-url.ts'
import { UpdateUrlText } from './update-settings.ts'

describe('HubUrlText', () => {
  test.each([
    ['https://portal.example', 'https://portal.example'],
    ['https://portal.example:8443/', 'https://portal.example:8443'],
    ['wss://portal.example/hubs', 'https://portal.example'],
    ['http://127.0.0.1:5132', 'http://127.0.0.1:5132'],
    ['ws://127.9.8.7:5132', 'http://127.9.8.7:5132'],
    ['http://localhost:5132', 'http://localhost:5132'],
    ['http://[::1]:5132', 'http://[::1]:5132'],
    ['portal.example', 'https://portal.example'],
    [' Portal.Example:8443/hubs ', 'https://portal.example:8443'],
    ['127.0.0.1:5132', 'http://127.0.0.1:5132'],
    ['localhost:5132', 'http://localhost:5132'],
    ['[::1]:5132', 'http://[::1]:5132'],
    ['192.168.1.5', 'https://192.168.1.5'],
  ])('takes %s', (text, origin) => {
    expect(HubUrlText.parse(text)).toBe(origin)
  })

  test.each([
    ['http://portal.example', 'http: is allowed to this computer only'],
    ['ws://192.168.1.5:5132', 'http: is allowed to this computer only'],
    ['http://127.0.0.1.evil.example', 'http: is allowed to this computer only'],
    ['http://localhost.evil.example', 'http: is allowed to this computer only'],
    ['https://user:word@portal.example', 'user name or password'],
    ['https://portal.example/other', 'must not have a path'],
    ['https://portal.example/?a=b', 'must not have a path'],
    ['portal.example/other', 'must not have a path'],
    ['me@portal.example', 'user name or password'],
    ['localhost.evil.example:5132/x', 'must not have a path'],
    ['not an address', 'must look like'],
    ['mailto:me', 'must look like'],
    ['ftp://portal.example', 'must look like'],
    ['', 'must look like'],
  ])('refuses %s', (text, expected) => {
    expect(HubUrlText.safeParse(text).error?.issues[0]?.message).toContain(expected)
  })
})

describe('UpdateUrlText', () => {
  test.each([
    ['updates.example/agent', 'https://updates.example/agent'],
    ['https://updates.example:8443/agent', 'https://updates.example:8443/agent'],
    ['localhost:8080/agent', 'http://localhost:8080/agent'],
  ])('takes %s', (text, url) => {
    expect(UpdateUrlText.parse(text)).toBe(url)
  })

  test.each(['http://updates.example/agent', 'ftp://updates.example', 'updates.example/?a=b', ''])(
    'refuses %s',
    (text) => {
      expect(UpdateUrlText.safeParse(text).success).toBe(false)
    },
  )
})
