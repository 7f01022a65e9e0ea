// relay.conf: what a new one says, that it reads as it was written, and what may not stand in it.
import { readSettings } from '@pharmacy-relay/shared/env.ts'
import { expect, test } from 'vitest'
import { configText, newConfig, programsHere, readConfig, type Answers } from './config-file.ts'
import { programs } from './programs.ts'
import { missingSecrets } from './secrets.ts'

const ANSWERS: Answers = {
  url: 'https://panel.example',
  shopUrl: 'https://shop.example',
  retention: 'none',
  recipient: 'age1made',
  erasures: '/erasures',
  given: {},
}
const URLS = {
  ConnectionStrings__cs_identity: 'postgresql://a:b@127.0.0.1/a',
  ConnectionStrings__cs_store: 'postgresql://a:b@127.0.0.1/b',
  ConnectionStrings__cs_medicine: 'postgresql://a:b@127.0.0.1/c',
}

test('with new settings and new secrets no program lacks a setting in production', () => {
  const environment = { ...newConfig(ANSWERS), ...missingSecrets({}, URLS) }
  for (const { settings } of programs) expect(() => readSettings(settings, environment)).not.toThrow()
})

test('every program listens on loopback, each on a port of its own', () => {
  const config = newConfig(ANSWERS)
  const hosts = Object.entries(config).filter(([name]) => name.endsWith('__Host'))
  expect(hosts).toHaveLength(programs.length)
  expect(new Set(hosts.map(([, value]) => value))).toEqual(new Set(['127.0.0.1']))
  expect(new Set(programs.map(({ portSetting }) => config[portSetting])).size).toBe(programs.length)
})

test('a port that was given is where the others look for the program', () => {
  const config = newConfig({ ...ANSWERS, given: { Store__Port: '6000' } })
  expect(config).toMatchObject({
    Services__Store: 'http://127.0.0.1:6000',
    Gateway__Routes__Store: 'http://127.0.0.1:6000',
  })
})

test('what was written is read again, also quotes, backslashes and spaces', () => {
  const config = { Shop__SellerName: String.raw`Ada "A" \ Söhne`, Portal__PublicUrl: 'https://panel.example' }
  expect(readConfig(configText(config))).toEqual(config)
})

test('one of several machines runs the programs that it names, in the order of starts, and else all', () => {
  const names = programsHere({ Machine__Programs: 'portal,store-api' }).map(({ name }) => name)
  expect([names, programsHere({})]).toEqual([['store-api', 'portal'], programs])
})

test('O124: a secret, an unknown name and a line without a name are refused, and no value is repeated', () => {
  const text = 'Portal__CookieKey="hidden"\nPortal__Prot="1"\nnonsense\n'
  expect(() => readConfig(text)).toThrow(
    'line 1: Portal__CookieKey is a secret: it belongs into the folder secrets; line 2: no program has a setting ' +
      'Portal__Prot; line 3: is not like NAME="value"',
  )
  expect(() => readConfig(text)).not.toThrow('hidden')
})
