// Where the demo's agents and browsers find the portal.
import { SettingsError } from '@pharmacy-relay/shared/env.ts'
import { expect, test } from 'vitest'
import { platformEnvironment, publicUrl, readPorts } from './ports.ts'

const ports = readPorts({ Portal__Port: '5132' })

test.each([
  ['at its own port', {}, 'http://127.0.0.1:5132'],
  ['at its own port when the setting is empty', { Portal__PublicUrl: '' }, 'http://127.0.0.1:5132'],
  ['behind a balancer', { Portal__PublicUrl: 'http://127.0.0.1:5130/' }, 'http://127.0.0.1:5130'],
])('the portal is found %s', (_where, environment, url) => {
  expect(publicUrl(environment, ports)).toBe(url)
  expect(platformEnvironment(ports, url)).toMatchObject({ Portal__Port: '5132', Portal__PublicUrl: url })
})

test('what is no address is refused by the name of its setting', () => {
  expect(() => publicUrl({ Portal__PublicUrl: '127.0.0.1:5130' }, ports)).toThrow(SettingsError)
  expect(() => publicUrl({ Portal__PublicUrl: '127.0.0.1:5130' }, ports)).toThrow(/Portal__PublicUrl=127/)
})
