// Settings from the environment: defaults, faults in one message, secrets that are never repeated.
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  FlagText,
  OriginText,
  PortText,
  SettingsError,
  describeSettings,
  readSettings,
  wholeNumberText,
} from './env.ts'

const table = {
  Demo__Port: { schema: PortText, help: 'Port of the demo', fallback: '5000' },
  Demo__Url: { schema: OriginText, help: 'Where it is', fallback: null },
  Demo__Key: { schema: z.string().min(8), help: 'Its key', fallback: null, secret: true },
  Demo__On: { schema: FlagText, help: 'Whether it is on', fallback: 'true' },
} as const

const good = { Demo__Url: 'http://127.0.0.1:5000/path', Demo__Key: '12345678' }

describe('settings', () => {
  it('take defaults for what is not set or empty', () => {
    expect(readSettings(table, { ...good, Demo__Port: '' })).toEqual({
      Demo__Port: 5_000,
      Demo__Url: 'http://127.0.0.1:5000',
      Demo__Key: '12345678',
      Demo__On: true,
    })
  })
  it('name every fault in one message, and never repeat a secret', () => {
    const read = () => readSettings(table, { Demo__Port: '99999', Demo__Key: 'secret', Demo__On: 'yes' })
    expect(read).toThrow(SettingsError)
    try {
      read()
    } catch (error) {
      const faults = error instanceof SettingsError ? error.faults : []
      expect(faults.map((fault) => fault.split(/[=: ]/)[0])).toEqual([
        'Demo__Port',
        'Demo__Url',
        'Demo__Key',
        'Demo__On',
      ])
      expect(faults.join(' ')).not.toContain('secret')
    }
  })
  it('accept a connection string also under the documented name with a hyphen', () => {
    const strings = { ConnectionStrings__cs_store: { schema: z.string(), help: 'URL', fallback: null } }
    expect(readSettings(strings, { 'ConnectionStrings__cs-store': 'postgresql://x' })).toEqual({
      ConnectionStrings__cs_store: 'postgresql://x',
    })
  })
  it('are described with their defaults, secrets without', () => {
    const text = describeSettings('demo', table)
    expect(text).toContain('Demo__Port\n      Port of the demo [default 5000]')
    expect(text).toContain('Demo__Url\n      Where it is [required]')
  })
  it.each(['', '-1', '1.5', '1e3', ' 80', '101'])('refuse %j as a whole number from 0 to 100', (text) => {
    expect(wholeNumberText(0, 100).safeParse(text).success).toBe(false)
  })
})
